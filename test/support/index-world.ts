import type { EmbeddingModel } from '@signet/search/embeddings'
import { spaceName } from '@signet/search/index'
import { embedder } from '../../layers/search/src/conversations/index/metered-index.ts'
import { segmentBucket } from '../../layers/search/src/conversations/index/segment-bucket.ts'
import { offlineEmbedding } from '../../layers/search/src/embeddings/offline-embedding.ts'
import type { SearchIndex } from '../../layers/search/src/index/search-index.ts'
import {
  type MergeDeps,
  type MergeOutcome,
  mergeSegments,
} from '../../layers/search/src/index/segments/merge-segments.ts'
import type { SegmentBucket } from '../../layers/search/src/index/segments/segment-bucket.ts'
import { segmentCache } from '../../layers/search/src/index/segments/segment-cache.ts'
import { segmentIndex } from '../../layers/search/src/index/segments/segment-index.ts'
import { type SegmentList, segmentList } from '../../layers/search/src/index/segments/segment-list.ts'
import { batchOf, type ContractWorld, findIn, type VersionedTalk } from './index-contract.ts'
import { openTable, TABLE, type TableWorld } from './table-world.ts'

const CACHE_BYTES = 64 * 1024 * 1024

/** Creates a bucket in memory. */
export const memoryBucket = (): SegmentBucket & { readonly objects: Map<string, Uint8Array> } => {
  const objects = new Map<string, Uint8Array>()
  const segments = segmentBucket({
    put: async (key, bytes) => void objects.set(key, bytes),
    async read(key, { range } = {}) {
      const bytes = objects.get(key)
      return bytes && Buffer.from(range ? bytes.subarray(range.start, range.end) : bytes)
    },
    async remove(keys) {
      for (const key of keys) objects.delete(key)
    },
  })
  return { ...segments, objects }
}

/** The stores of an index of segments. */
export interface IndexStores {
  readonly world: TableWorld
  readonly clock: { at: number }
  readonly bucket: ReturnType<typeof memoryBucket>
}

/** An index of segments, and the stores that it uses. */
export interface IndexWorld extends IndexStores, ContractWorld {
  readonly list: SegmentList
  /** Workspaces for which a merge was requested. */
  readonly requestedMerges: readonly string[]
  /** The current versions of conversations, by their ids. */
  readonly current: Map<string, string>
  merge(workspace: string): Promise<MergeOutcome>
}

/**
 * Opens an index of segments over the embedded table and a bucket in memory, with a stopped clock; `stores` reuses the
 * stores of another.
 */
export const openIndex = async (
  embedding: EmbeddingModel = offlineEmbedding,
  stores?: IndexStores,
): Promise<IndexWorld> => {
  const world = stores?.world ?? (await openTable())
  const clock = stores?.clock ?? { at: Date.parse('2026-05-01T00:00:00Z') }
  const now = () => new Date(clock.at)
  const bucket = stores?.bucket ?? memoryBucket()
  const list = segmentList({ db: world.db, table: TABLE, now })
  const cache = segmentCache(bucket, CACHE_BYTES)
  const requestedMerges: string[] = []
  let ids = 0
  const prefix = stores ? 'over-' : 'id-'
  const index: SearchIndex = segmentIndex({
    list,
    bucket,
    cache,
    embedding: embedder(embedding),
    merges: { request: async (workspace) => void requestedMerges.push(workspace) },
    now,
    newId: () => `${prefix}${ids++}`,
  })
  const current = new Map<string, string>()
  const mergeDeps: MergeDeps = {
    list,
    bucket,
    cache,
    currentVersions: async () => current,
    space: spaceName(embedding),
    now,
  }
  return {
    world,
    index,
    bucket,
    list,
    clock,
    requestedMerges,
    current,
    merge: (workspace: string) => mergeSegments(mergeDeps, workspace, AbortSignal.timeout(60_000)),
    add: (workspace: string, batchId: string, ...talks: readonly VersionedTalk[]) =>
      index.add(batchOf(workspace, batchId, talks)),
    find: findIn(index),
    close: () => world.close(),
  }
}
