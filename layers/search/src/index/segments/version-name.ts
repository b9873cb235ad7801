import type { ConversationFacts } from './build-segment.ts'
import type { Segment } from './segment.ts'

/** Name of a conversation's version. */
export const versionName = ({ id, version }: Pick<ConversationFacts, 'id' | 'version'>): string => `${id} ${version}`

/** The versions of conversations that segments contain. */
export const versionsIn = (segments: readonly (Segment | undefined)[]): ReadonlySet<string> =>
  new Set(segments.flatMap((segment) => segment?.meta.conversations.map(versionName) ?? []))
