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
  /** ISO 8601, inclusive. With `from` or `to`, a window without a time does not match. */
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
  /** Position in the index, in a format that only the index reads. */
  readonly position: string
  /**
   * Identifies the window within the version. Copies have the same value: two imports may have added the version, or it
   * was added again.
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
  /** Ids of conversations, ranked by their best windows and by all their windows together, best first. */
  readonly conversations: readonly string[]
}

/** The search index of an archive. Each call concerns one workspace. */
export interface SearchIndex {
  /** Backend (segments or collection) and embedding model of new windows, as a string. */
  readonly format: string
  /** Returns the conversations that the index does not contain in this version and format. */
  missing(
    workspace: string,
    conversations: readonly Pick<IndexedConversation, 'conversationId' | 'version'>[],
  ): Promise<ReadonlySet<string>>
  /**
   * Removes the windows that conversations have in other formats, after they were added in the current format. Does
   * nothing for segments, which merging removes.
   */
  dropOutdated(workspace: string, conversationIds: readonly string[]): Promise<void>
  /** Returns the number of windows, including outdated ones that are not removed yet. */
  windows(workspace: string): Promise<number>
  /** Makes conversations searchable. Repeating it with the same `batchId` changes nothing. */
  add(batch: IndexBatch): Promise<void>
  /** Removes the windows of conversations: from search immediately, from storage with the next merge or sweep. */
  remove(workspace: string, conversationIds: readonly string[]): Promise<void>
  search(query: IndexQuery): Promise<SearchResult>
  /** Returns the texts of found windows, in the order of hits; undefined for a window that was removed since. */
  passages(workspace: string, hits: readonly WindowHit[]): Promise<readonly (Passage | undefined)[]>
  /** Returns whether the batch is searchable. */
  isSettled(workspace: string, batchId: string): Promise<boolean>
}
