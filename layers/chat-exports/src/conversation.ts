/** Whose export a conversation came from; `thread` is any list of messages with roles. */
export type Vendor = 'chatgpt' | 'claude' | 'thread'

/** What a part of a message is. Parts of INDEXED_KINDS are found by search, the others are only kept. */
export type PartKind =
  | 'text'
  | 'code'
  | 'canvas'
  | 'transcript'
  | 'attachment'
  | 'pointer'
  | 'reasoning'
  | 'web'
  | 'output'
  | 'tool'
  | 'unknown'

/** What people wrote, were answered or attached. */
export const INDEXED_KINDS: ReadonlySet<PartKind> = new Set(['text', 'code', 'canvas', 'transcript', 'attachment'])

/** A piece of a message. */
export interface Part {
  readonly kind: PartKind
  /** Well-formed Unicode without the vendor's citation marks. */
  readonly text: string
  /** A file's, a document's or a language's. */
  readonly name?: string
  /** What the vendor calls it. */
  readonly type?: string
}

export type Role = 'user' | 'assistant' | 'system' | 'tool'

/** A message of the tree. */
export interface Message {
  readonly id: string
  readonly parentId: string | null
  readonly role: Role
  /** A tool's or a person's name. */
  readonly author?: string
  /** ISO 8601 in UTC. */
  readonly createdAt: string | null
  readonly model: string | null
  readonly parts: readonly Part[]
  /** The vendor does not show it. */
  readonly isHidden: boolean
}

/** A conversation, whoever exported it. */
export interface Conversation {
  readonly vendor: Vendor
  /** Its id at the vendor; of one without an id a hash of what it says. */
  readonly sourceId: string
  readonly title: string
  readonly createdAt: string | null
  readonly updatedAt: string | null
  readonly model: string | null
  /** The whole tree: parents before children, in an order that follows from what is in it. */
  readonly messages: readonly Message[]
  /** Ids of the messages from the root to the active leaf. */
  readonly activePath: readonly string[]
  readonly project?: string
  /** Custom instructions and memories that were in force. */
  readonly instructions?: string
  readonly isArchived?: boolean
  readonly isStarred?: boolean
}
