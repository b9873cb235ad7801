export { type IndexStores, indexBuilder, type MergeQueue } from './index-over.ts'
export { type CollectionClient, collectionFromEnvironment } from './opensearch/collection-client.ts'
export { sweepStrays } from './opensearch/sweep-strays.ts'
export { windowTable } from './opensearch/window-table.ts'
export type {
  IndexBatch,
  IndexedConversation,
  IndexFilter,
  Passage,
  SearchIndex,
  SearchResult,
  WindowHit,
} from './search-index.ts'
export { type MergeDeps, mergeSegments } from './segments/merge-segments.ts'
export type { SegmentBucket } from './segments/segment-bucket.ts'
export { segmentCache } from './segments/segment-cache.ts'
export { segmentList } from './segments/segment-list.ts'
export { type TermPosition, termPositions, termsOf } from './terms-of.ts'
export { type Embedder, spaceName } from './vector-space.ts'
export { cutText } from './windows/cut-text.ts'
export { type Branch, type Window, type WindowKind, windowKeyOf } from './windows/window.ts'
