import type { Branch, Window, WindowKind } from './windows/window.ts'

/** A conversation to index. `version` is the hash of its content: hits of other versions are dead. */
export interface IndexedConversation {
  readonly conversationId: string
  readonly version: string
  readonly vendor: string
  readonly model: string | null
  readonly windows: readonly Window[]
}

export interface IndexBatch {
  readonly workspace: string
  /** Deterministic: upload, file, start byte. */
  readonly batchId: string
  readonly conversations: readonly IndexedConversation[]
}

export interface IndexFilter {
  /** ISO 8601, inclusive. A window without a time never matches. */
  readonly from?: string | undefined
  /** ISO 8601, exclusive. */
  readonly to?: string | undefined
  readonly vendor?: string | undefined
  readonly model?: string | undefined
  readonly conversations?: ReadonlySet<string> | undefined
}

export interface IndexQuery {
  readonly workspace: string
  readonly text: string
  readonly limit: number
  readonly branches: 'active' | 'all'
  readonly filter: IndexFilter
}

export interface WindowHit {
  readonly conversationId: string
  readonly version: string
  /**
   * 0 to 1. The cosine if the embedding is semantic. Otherwise the share of the best possible match of the query's
   * words (BM25, divided by the score of the query itself).
   */
  readonly score: number
  readonly place: string
  /**
   * Which window of the version it is. If two imports added a version at the same time, or it was added again, there
   * are copies with the same value.
   */
  readonly window: string
}

export interface Passage {
  readonly windowKey: string
  readonly messageIds: readonly string[]
  readonly branch: Branch
  readonly kind: WindowKind
  readonly createdAt: string | null
  readonly text: string
}

export interface SearchResult {
  /** Best first. */
  readonly windows: readonly WindowHit[]
  /** Conversations ranked by their windows and as wholes, best first. */
  readonly conversations: readonly string[]
}

/** The search index of an archive. Each call concerns one workspace. */
export interface SearchIndex {
  /**
   * Where windows are stored now, and which model makes their vectors. Windows in another form may or may not be found
   * by words.
   */
  readonly form: string
  /** The conversations that the index does not have in this version and form. */
  lacking(
    workspace: string,
    conversations: readonly Pick<IndexedConversation, 'conversationId' | 'version'>[],
  ): Promise<ReadonlySet<string>>
  /**
   * Drops windows in other forms of conversations that were added in this form since. Segments that merging drops
   * anyway are left to it.
   */
  dropOutdated(workspace: string, conversationIds: readonly string[]): Promise<void>
  /** Number of windows, including dead ones that are not dropped yet. */
  windows(workspace: string): Promise<number>
  /** Makes conversations searchable. Repeating it with the same `batchId` changes nothing. */
  add(batch: IndexBatch): Promise<void>
  /** Removes the windows of a deleted import: from search at once, from storage with the next merge. */
  remove(workspace: string, conversationIds: readonly string[]): Promise<void>
  search(query: IndexQuery): Promise<SearchResult>
  /** The texts of found windows, in the order of hits; undefined for a window that is gone since. */
  passages(workspace: string, hits: readonly WindowHit[]): Promise<readonly (Passage | undefined)[]>
  isSettled(workspace: string, batchId: string): Promise<boolean>
}
