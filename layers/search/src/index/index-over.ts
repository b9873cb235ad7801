import type { NewId, TableDeps } from '@signet/kernel'
import type { CollectionClient } from './opensearch/collection-client.ts'
import { collectionIndex } from './opensearch/collection-index.ts'
import { windowTable } from './opensearch/window-table.ts'
import type { SearchIndex } from './search-index.ts'
import type { SegmentBucket } from './segments/segment-bucket.ts'
import { segmentCache } from './segments/segment-cache.ts'
import { segmentIndex } from './segments/segment-index.ts'
import { segmentList } from './segments/segment-list.ts'
import type { Embedder } from './vector-space.ts'

/** Fits segments of about a million windows. A search function has more than twice this memory. */
const CACHE_BYTES = 500 * 1024 * 1024

/** Maximum delay of an SQS message. The sweep checks only windows that are older (opensearch/sweep-strays.ts). */
const SWEEP_DELAY_SECONDS = 900

/** Requests a merge of segments, or a sweep of the collection. Repeating it is harmless. */
export interface MergeQueue {
  request(workspace: string, delaySeconds?: number): Promise<void>
}

export interface IndexStores extends TableDeps {
  readonly bucket: SegmentBucket
  readonly collection?: CollectionClient | undefined
  readonly merges?: MergeQueue
  readonly newId: NewId
}

const NO_MERGES: MergeQueue = {
  async request() {
    throw new Error('This function can only search. Adding requires the merge queue')
  },
}

/**
 * Returns a function that builds the index for an embedding model: in the collection if one is configured, otherwise in
 * segments in the bucket. Call it once per function instance, because all models share its cache.
 */
export const indexBuilder = ({
  bucket,
  collection,
  merges = NO_MERGES,
  ...deps
}: IndexStores): ((embedding: Embedder) => SearchIndex) => {
  if (collection) {
    const sweeps = { request: (workspace: string) => merges.request(workspace, SWEEP_DELAY_SECONDS) }
    const parts = { ...deps, collection, windows: windowTable(deps), sweeps }
    return (embedding) => collectionIndex({ ...parts, embedding })
  }
  const parts = { ...deps, bucket, cache: segmentCache(bucket, CACHE_BYTES), list: segmentList(deps), merges }
  return (embedding) => segmentIndex({ ...parts, embedding })
}
