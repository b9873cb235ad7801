import { Badge, type Tone } from '@signet/ui'

/** A state in its words, and as it looks. */
export const StateBadge = ({ of: { text, tone } }: { readonly of: { readonly text: string; readonly tone: Tone } }) => (
  <Badge tone={tone}>{text}</Badge>
)
