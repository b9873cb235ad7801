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

/** Segments of about a million windows. A search function has twice that memory. */
const CACHE_BYTES = 500 * 1024 * 1024

/** Maximum delay of a message. The sweep ignores windows for longer (opensearch/sweep-strays.ts). */
const SWEEP_SECONDS = 900

/** Requests a merge of segments, or a sweep of the collection. Repeating it is harmless. */
export interface MergeQueue {
  ask(workspace: string, delaySeconds?: number): Promise<void>
}

export interface IndexStores extends TableDeps {
  readonly bucket: SegmentBucket
  readonly collection?: CollectionClient | undefined
  readonly merges?: MergeQueue
  readonly newId: NewId
}

const NO_MERGES: MergeQueue = {
  async ask() {
    throw new Error('This function can only search. Adding requires the merge queue')
  },
}

/**
 * Builds the index over a model: the collection if one is configured, otherwise segments in the bucket. Create it once
 * per function instance: the cache is shared by all models.
 */
export const indexOver = ({
  bucket,
  collection,
  merges = NO_MERGES,
  ...deps
}: IndexStores): ((embedding: Embedder) => SearchIndex) => {
  if (collection) {
    const sweeps = { ask: (workspace: string) => merges.ask(workspace, SWEEP_SECONDS) }
    const parts = { ...deps, collection, windows: windowTable(deps), sweeps }
    return (embedding) => collectionIndex({ ...parts, embedding })
  }
  const parts = { ...deps, bucket, cache: segmentCache(bucket, CACHE_BYTES), list: segmentList(deps), merges }
  return (embedding) => segmentIndex({ ...parts, embedding })
}
