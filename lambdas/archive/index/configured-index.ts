import type { EmbeddingModel } from '@signet/embeddings'
import type { NewId, TableDeps } from '@signet/kernel'
import type { ArchiveBucket } from '../storage/archive-bucket.ts'
import { archiveMeter, type Meter } from '../telemetry/meter-table.ts'
import type { ArchiveIndex } from './archive-index.ts'
import type { MergeQueue } from './merge-queue.ts'
import { meteredIndex } from './metered-index.ts'
import type { CollectionClient } from './opensearch/collection-client.ts'
import { collectionIndex } from './opensearch/collection-index.ts'
import { windowTable } from './opensearch/window-table.ts'
import { segmentBucket } from './segments/segment-bucket.ts'
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
  /** Counts what is embedded; one of its own where the function has nothing else to count. */
  readonly meter?: Meter
}

const NO_MERGES: MergeQueue = {
  async ask() {
    throw new Error('This function only searches: give it the queue of merges to let it add')
  },
}

/** Makes the index over a model; what it has loaded is kept whichever that is. */
const indexOver = ({ bucket, collection, merges = NO_MERGES, ...deps }: IndexDeps) => {
  if (collection) {
    const sweeps = { ask: (workspace: string) => merges.ask(workspace, SWEEP_SECONDS) }
    const own = { ...deps, collection, windows: windowTable(deps), sweeps }
    return (embedding: EmbeddingModel): ArchiveIndex => collectionIndex({ ...own, embedding })
  }
  const objects = segmentBucket(bucket)
  const own = { ...deps, bucket: objects, cache: segmentCache(objects, CACHE_BYTES), list: segmentList(deps), merges }
  return (embedding: EmbeddingModel): ArchiveIndex => segmentIndex({ ...own, embedding })
}

/**
 * The archive's index: the collection where there is one, segments in the bucket else. To be made once a function, for it
 * keeps what it has loaded.
 */
export const archiveIndex = ({ meter, ...deps }: IndexDeps): ArchiveIndex =>
  meteredIndex(indexOver(deps), deps.embedding, meter ?? archiveMeter(deps))
