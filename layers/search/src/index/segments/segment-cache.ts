import { openSegment, type Segment } from './segment.ts'
import type { SegmentBucket } from './segment-bucket.ts'

/** Segments in memory, cached between invocations. Segments never change, so the cache is never stale. */
export interface SegmentCache {
  /** Returns undefined if its objects do not exist. */
  open(workspace: string, id: string): Promise<Segment | undefined>
}

/** @param bytesMax limit of the cache; the least recently used segments are removed first */
export const segmentCache = (bucket: Pick<SegmentBucket, 'read' | 'keysOf'>, bytesMax: number): SegmentCache => {
  const cache = new Map<string, Segment>()
  const loading = new Map<string, Promise<Segment | undefined>>()
  let bytes = 0
  const store = (key: string, segment: Segment): void => {
    cache.set(key, segment)
    bytes += segment.bytes
    for (const [oldest, { bytes: freed }] of cache) {
      if (bytes <= bytesMax || oldest === key) break
      cache.delete(oldest)
      bytes -= freed
    }
  }
  const load = async (key: string, id: string): Promise<Segment | undefined> => {
    const file = await bucket.read(key)
    if (file === undefined) return undefined
    const segment = openSegment(id, file)
    store(key, segment)
    return segment
  }
  return {
    async open(workspace, id) {
      const key = bucket.keysOf(workspace, id).resident
      const cached = cache.get(key)
      if (cached !== undefined) {
        cache.delete(key)
        cache.set(key, cached)
        return cached
      }
      const pending = loading.get(key) ?? load(key, id).finally(() => loading.delete(key))
      loading.set(key, pending)
      return pending
    },
  }
}
