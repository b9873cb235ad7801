import { Badge, type Tone } from '@signet/ui'

export const StateBadge = ({ of: { text, tone } }: { readonly of: { readonly text: string; readonly tone: Tone } }) => (
  <Badge tone={tone}>{text}</Badge>
)
