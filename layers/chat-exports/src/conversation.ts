import type { Vendor } from './vendors.ts'

/**
 * The kind of a part of a message. Search indexes the parts of INDEXED_KINDS; others are only stored. `pointer` names a
 * file that the export does not contain, `web` is a cited page, `output` the result of a tool, `tool` a tool call.
 */
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
 * Text of users, answers and attachments. `plain` is the text of an answer whose blocks contain no text: it may repeat
 * reasoning and tool calls.
 */
export const INDEXED_KINDS: ReadonlySet<PartKind> = new Set([
  'text',
  'code',
  'canvas',
  'transcript',
  'attachment',
  'plain',
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
  /** Id at the vendor, or a hash of the content without one. */
  readonly sourceId: string
  readonly title: string
  readonly createdAt: string | null
  readonly updatedAt: string | null
  readonly model: string | null
  /** All messages of the tree: parents before children, in an order that depends on the content alone. */
  readonly messages: readonly Message[]
  /** Ids of the messages of the active branch, from the root to the leaf. */
  readonly activePath: readonly string[]
  readonly project?: string
  /** Custom instructions and memories that applied to the conversation. */
  readonly instructions?: string
  readonly isArchived?: boolean
  readonly isStarred?: boolean
}
