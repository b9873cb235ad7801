import type { ArchiveBucket } from '../../storage/archive-bucket.ts'

/** The bucket operations that segments need. */
export interface SegmentBucket {
  put(key: string, bytes: Uint8Array): Promise<void>
  /** The whole object; undefined if it does not exist. */
  read(key: string): Promise<Uint8Array | undefined>
  /** The bytes from `start` to before `end`; undefined if the object does not exist. */
  range(key: string, start: number, end: number): Promise<Uint8Array | undefined>
  /** Removes the objects. An absent one is no error. */
  remove(keys: readonly string[]): Promise<void>
}

/** The bucket as segments see it. */
export const segmentBucket = (bucket: ArchiveBucket): SegmentBucket => ({
  put: (key, bytes) => bucket.put(key, bytes),
  read: (key) => bucket.read(key),
  range: (key, start, end) => bucket.read(key, { range: { start, end } }),
  remove: (keys) => bucket.remove(keys),
})
