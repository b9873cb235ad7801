import type { Branch, Window, WindowKind } from './windows/window.ts'

/** A conversation to index. `version` is the hash of its content: hits of other versions are outdated. */
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
   * Score from 0 to 1. The cosine if the embedding is semantic. Otherwise the share of the best possible match of the
   * query's words (BM25, divided by the score of the query itself).
   */
  readonly score: number
  readonly place: string
  /**
   * Identifies the window within the version. If two imports added a version concurrently, or it was added again,
   * copies have the same value.
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
  /** Storage and embedding model of new windows. Windows in another form may or may not be found by words. */
  readonly form: string
  /** Returns the conversations that the index does not have in this version and form. */
  lacking(
    workspace: string,
    conversations: readonly Pick<IndexedConversation, 'conversationId' | 'version'>[],
  ): Promise<ReadonlySet<string>>
  /**
   * Removes windows in other forms of conversations that were added in this form since. Segments that merging removes
   * anyway are skipped.
   */
  dropOutdated(workspace: string, conversationIds: readonly string[]): Promise<void>
  /** Returns the number of windows, including outdated ones that are not removed yet. */
  windows(workspace: string): Promise<number>
  /** Makes conversations searchable. Repeating it with the same `batchId` changes nothing. */
  add(batch: IndexBatch): Promise<void>
  /** Removes the windows of a deleted import: from search immediately, from storage with the next merge. */
  remove(workspace: string, conversationIds: readonly string[]): Promise<void>
  search(query: IndexQuery): Promise<SearchResult>
  /** Returns the texts of found windows, in the order of hits; undefined for a window that was removed since. */
  passages(workspace: string, hits: readonly WindowHit[]): Promise<readonly (Passage | undefined)[]>
  isSettled(workspace: string, batchId: string): Promise<boolean>
}
