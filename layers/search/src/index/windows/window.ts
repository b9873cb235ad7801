import { createHash } from 'node:crypto'

/** Increase it when texts are cut differently, so that old windows are not mistaken for new ones. */
const CHUNKER_VERSION = 1

export type Branch = 'active' | 'other'
export type WindowKind = 'messages' | 'attachment'

export interface Window {
  readonly windowKey: string
  readonly messageIds: readonly string[]
  /** `other`: a regenerated answer, or an edited question. */
  readonly branch: Branch
  readonly kind: WindowKind
  /** Time of its first message that has one; otherwise of the conversation. ISO 8601. */
  readonly createdAt: string | null
  /** Searched text: a line with title and date, then the messages with their speakers. */
  readonly text: string
}

export const windowKeyOf = (conversationId: string, firstMessageId: string, ordinal: number): string =>
  createHash('sha256')
    .update(JSON.stringify([conversationId, firstMessageId, ordinal, CHUNKER_VERSION]))
    .digest('hex')
    .slice(0, 32)
