import type { EmbeddingModel } from '@signet/embeddings'
import type { NewId, TableDeps } from '@signet/kernel'
import type { ArchiveBucket } from '../storage/archive-bucket.ts'
import type { ArchiveIndex } from './archive-index.ts'
import type { MergeQueue } from './merge-queue.ts'
import type { CollectionClient } from './opensearch/collection-client.ts'
import { collectionIndex } from './opensearch/collection-index.ts'
import { windowTable } from './opensearch/window-table.ts'
import type { SegmentBucket } from './segments/segment-bucket.ts'
import { segmentCache } from './segments/segment-cache.ts'
import { segmentIndex } from './segments/segment-index.ts'
import { segmentList } from './segments/segment-list.ts'

/** Segments of about a million windows; a function that searches has twice that memory. */
const CACHE_BYTES = 500 * 1024 * 1024

/** The longest that a message waits: what is swept is left alone for longer (opensearch/sweep-strays.ts). */
const SWEEP_SECONDS = 900

export interface IndexDeps extends TableDeps {
  readonly bucket: ArchiveBucket
  readonly embedding: EmbeddingModel
  /** The collection of OpenSearch Serverless, where one is configured: the index is there then. */
  readonly collection?: CollectionClient | undefined
  /** Left out by functions that only search. */
  readonly merges?: MergeQueue
  readonly newId: NewId
}

/** The bucket as segments see it. */
export const segmentBucket = (bucket: ArchiveBucket): SegmentBucket => ({
  put: (key, bytes) => bucket.put(key, bytes),
  read: (key) => bucket.read(key),
  range: (key, start, end) => bucket.read(key, { range: { start, end } }),
  remove: (keys) => bucket.remove(keys),
})

const NO_MERGES: MergeQueue = {
  async ask() {
    throw new Error('This function only searches: give it the queue of merges to let it add')
  },
}

/**
 * The archive's index: the collection where there is one, segments in the bucket else. To be made once a function, for it
 * keeps what it has loaded.
 */
export const archiveIndex = ({ bucket, collection, merges = NO_MERGES, ...deps }: IndexDeps): ArchiveIndex => {
  if (collection) {
    const sweeps = { ask: (workspace: string) => merges.ask(workspace, SWEEP_SECONDS) }
    return collectionIndex({ ...deps, collection, windows: windowTable(deps), sweeps })
  }
  const objects = segmentBucket(bucket)
  return segmentIndex({
    ...deps,
    bucket: objects,
    cache: segmentCache(objects, CACHE_BYTES),
    list: segmentList(deps),
    merges,
  })
}
