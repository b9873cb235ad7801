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

/** Segments of about a million windows. A search function has twice that memory. */
const CACHE_BYTES = 500 * 1024 * 1024

/** Longest delay of a message. The sweep leaves windows alone for longer (opensearch/sweep-strays.ts). */
const SWEEP_SECONDS = 900

export interface IndexDeps extends TableDeps {
  readonly bucket: ArchiveBucket
  readonly embedding: EmbeddingModel
  /** The collection of OpenSearch Serverless; if it is configured, it holds the index. */
  readonly collection?: CollectionClient | undefined
  /** Omitted by functions that only search. */
  readonly merges?: MergeQueue
  readonly newId: NewId
  /** Counts embeddings; functions without other counts use a meter of their own. */
  readonly meter?: Meter
}

const NO_MERGES: MergeQueue = {
  async ask() {
    throw new Error('This function only searches: it needs the queue of merges to add')
  },
}

/** Makes the index over a model. What it has loaded is kept for every model. */
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
 * The archive's index: the collection if there is one, otherwise segments in the bucket. Make it once for each function
 * instance, because it caches what it has loaded.
 */
export const archiveIndex = ({ meter, ...deps }: IndexDeps): ArchiveIndex =>
  meteredIndex(indexOver(deps), deps.embedding, meter ?? archiveMeter(deps))
