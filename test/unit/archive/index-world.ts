import { type EmbeddingModel, spaceName } from '@signet/embeddings'
import type { ArchiveIndex } from '../../../lambdas/archive/index/archive-index.ts'
import { type MergeDeps, mergeSegments } from '../../../lambdas/archive/index/segments/merge-segments.ts'
import type { SegmentBucket } from '../../../lambdas/archive/index/segments/segment-bucket.ts'
import { segmentCache } from '../../../lambdas/archive/index/segments/segment-cache.ts'
import { segmentIndex } from '../../../lambdas/archive/index/segments/segment-index.ts'
import { segmentList } from '../../../lambdas/archive/index/segments/segment-list.ts'
import { offlineEmbedding } from '../../../layers/embeddings/src/offline-embedding.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'
import { batchOf, findIn, type VersionedTalk } from './index-contract.ts'

const CACHE_BYTES = 64 * 1024 * 1024

/** Objects in memory. */
export const memoryBucket = (): SegmentBucket & { readonly objects: Map<string, Uint8Array> } => {
  const objects = new Map<string, Uint8Array>()
  return {
    objects,
    async put(key, bytes) {
      objects.set(key, bytes)
    },
    async read(key) {
      return objects.get(key)
    },
    async range(key, start, end) {
      return objects.get(key)?.subarray(start, end)
    },
    async remove(keys) {
      for (const key of keys) objects.delete(key)
    },
  }
}

/** The stores of an index of segments. */
export interface IndexStores {
  readonly world: TableWorld
  readonly clock: { at: number }
  readonly bucket: ReturnType<typeof memoryBucket>
}

/**
 * An index of segments over the embedded table and a bucket in memory, with a stopped clock; `over` reuses another's
 * stores.
 */
export const openIndex = async (embedding: EmbeddingModel = offlineEmbedding, over?: IndexStores) => {
  const world = over?.world ?? (await openTable())
  const clock = over?.clock ?? { at: Date.parse('2026-05-01T00:00:00Z') }
  const now = () => new Date(clock.at)
  const bucket = over?.bucket ?? memoryBucket()
  const list = segmentList({ db: world.db, table: TABLE, now })
  const cache = segmentCache(bucket, CACHE_BYTES)
  const asked: string[] = []
  let ids = 0
  const prefix = over ? 'over-' : 'id-'
  const index: ArchiveIndex = segmentIndex({
    list,
    bucket,
    cache,
    embedding,
    merges: { ask: async (workspace) => void asked.push(workspace) },
    now,
    newId: () => `${prefix}${ids++}`,
  })
  const current = new Map<string, string>()
  const merging: MergeDeps = {
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
    asked,
    current,
    merge: (workspace: string) => mergeSegments(merging, workspace, AbortSignal.timeout(60_000)),
    add: (workspace: string, batchId: string, ...talks: readonly VersionedTalk[]) =>
      index.add(batchOf(workspace, batchId, talks)),
    find: findIn(index),
    close: () => world.close(),
  }
}

export type IndexWorld = Awaited<ReturnType<typeof openIndex>>
