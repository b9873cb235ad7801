import type { Vendor } from './vendors.ts'

/** The kind of a part of a message. Search finds parts of INDEXED_KINDS; the others are only stored. */
export type PartKind =
  | 'text'
  | 'code'
  | 'canvas'
  | 'transcript'
  | 'attachment'
  | 'plain'
  | 'pointer'
  | 'reasoning'
  | 'web'
  | 'output'
  | 'tool'
  | 'unknown'

/**
 * Text that people wrote, answers, and attachments. `plain` is what an answer has as plain text beside blocks that say
 * nothing: it may repeat thoughts and tools.
 */
export const INDEXED_KINDS: ReadonlySet<PartKind> = new Set([
  ...(['text', 'code', 'canvas', 'transcript', 'attachment', 'plain'] as const),
])

export interface Part {
  readonly kind: PartKind
  /** Well-formed Unicode without the vendor's citation marks. */
  readonly text: string
  readonly name?: string
  readonly type?: string
}

export type Role = 'user' | 'assistant' | 'system' | 'tool'

export interface Message {
  readonly id: string
  readonly parentId: string | null
  readonly role: Role
  readonly author?: string
  /** ISO 8601 in UTC. */
  readonly createdAt: string | null
  readonly model: string | null
  readonly parts: readonly Part[]
  readonly isHidden: boolean
}

export interface Conversation {
  readonly vendor: Vendor
  /** Its id at the vendor, or a hash of its content if it has none. */
  readonly sourceId: string
  readonly title: string
  readonly createdAt: string | null
  readonly updatedAt: string | null
  readonly model: string | null
  /** The whole tree: parents before children, in an order that the content alone determines. */
  readonly messages: readonly Message[]
  readonly activePath: readonly string[]
  readonly project?: string
  /** Custom instructions and memories that were in force. */
  readonly instructions?: string
  readonly isArchived?: boolean
  readonly isStarred?: boolean
}
