import type { ConversationFacts } from './build-segment.ts'
import type { Segment } from './segment.ts'

export const versionName = ({ id, version }: Pick<ConversationFacts, 'id' | 'version'>): string => `${id} ${version}`

export const versionsIn = (segments: readonly (Segment | undefined)[]): ReadonlySet<string> =>
  new Set(segments.flatMap((segment) => segment?.meta.conversations.map(versionName) ?? []))
