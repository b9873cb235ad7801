import type { Conversation, Vendor } from '@signet/chat-exports'
import type { Branch, WindowKind } from '../windows/windows-of.ts'

/** A conversation to be found. `version` is the hash of its content: hits of another version are dead. */
export interface IndexedConversation {
  readonly conversationId: string
  readonly version: string
  readonly conversation: Conversation
}

/** What one checkpoint of an ingestion adds. */
export interface IndexBatch {
  readonly workspace: string
  /** Deterministic: upload, file, start byte. */
  readonly batchId: string
  readonly conversations: readonly IndexedConversation[]
}

/** Which windows may be found. */
export interface IndexFilter {
  /** ISO 8601, inclusive; a window without a time is then not found. */
  readonly from?: string | undefined
  /** ISO 8601, exclusive. */
  readonly to?: string | undefined
  readonly vendor?: Vendor | undefined
  readonly model?: string | undefined
  /** A notebook's conversations. */
  readonly conversations?: ReadonlySet<string> | undefined
}

export interface IndexQuery {
  readonly workspace: string
  readonly text: string
  /** How many windows at most. */
  readonly limit: number
  readonly branches: 'active' | 'all'
  readonly filter: IndexFilter
}

/** A window that was found, without its text. */
export interface WindowHit {
  readonly conversationId: string
  readonly version: string
  /**
   * 0 to 1. The cosine where the embedding knows meaning; else how much of the best possible match of the query's words
   * (BM25, divided by the score of the query itself).
   */
  readonly score: number
  /** Where the adapter finds its text again. */
  readonly place: string
  /** Which window of the version it is. A version that two imports brought at the same time, or that stood again, may have copies: they have the same. */
  readonly window: string
}

/** What stands in a window. */
export interface Passage {
  readonly windowKey: string
  readonly messageIds: readonly string[]
  readonly branch: Branch
  readonly kind: WindowKind
  readonly createdAt: string | null
  readonly text: string
}

export interface Found {
  /** Best first. */
  readonly windows: readonly WindowHit[]
  /** Conversations by their windows and as wholes, best first. */
  readonly conversations: readonly string[]
}

/** What is found of an archive. Workspaces never meet: each call is of one. */
export interface ArchiveIndex {
  /** Where windows are put now, and what makes their vectors. What was added in another form may be found by words, or not. */
  readonly form: string
  /** Those of the conversations that the index does not hold in this version and this form. */
  lacking(
    workspace: string,
    conversations: readonly Pick<IndexedConversation, 'conversationId' | 'version'>[],
  ): Promise<ReadonlySet<string>>
  /** Drops windows of another form, of conversations that were added in this form since. What is merged away is left to that. */
  dropOutdated(workspace: string, conversationIds: readonly string[]): Promise<void>
  /** How many windows it holds, dead ones with them until they are dropped. */
  windows(workspace: string): Promise<number>
  /** Makes what was said findable. Again with the same `batchId`: nothing more. */
  add(batch: IndexBatch): Promise<void>
  /** Drops what a deleted import made: at once from what is found, and from storage when segments are merged next. */
  remove(workspace: string, conversationIds: readonly string[]): Promise<void>
  search(query: IndexQuery): Promise<Found>
  /** The texts of windows that were found, in their order; undefined for one that is gone since. */
  passages(workspace: string, hits: readonly WindowHit[]): Promise<readonly (Passage | undefined)[]>
  /** Whether what the batch added can be found. */
  isSettled(workspace: string, batchId: string): Promise<boolean>
}
