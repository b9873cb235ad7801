import type { ConversationFacts } from './build-segment.ts'
import type { Segment } from './segment.ts'

/** A conversation in one version. */
export const versionName = ({ id, version }: Pick<ConversationFacts, 'id' | 'version'>): string => `${id} ${version}`

/** Conversations in their versions that segments hold. */
export const heldIn = (segments: readonly (Segment | undefined)[]): ReadonlySet<string> =>
  new Set(segments.flatMap((segment) => segment?.meta.conversations.map(versionName) ?? []))
