import type { ArchiveBucket } from '../../storage/archive-bucket.ts'

/** What segments need of a bucket. */
export interface SegmentBucket {
  put(key: string, bytes: Uint8Array): Promise<void>
  /** The object whole; undefined when there is none. */
  read(key: string): Promise<Uint8Array | undefined>
  /** The bytes from `start` to before `end`; undefined when there is no such object. */
  range(key: string, start: number, end: number): Promise<Uint8Array | undefined>
  /** Removes the objects; one that is not there is no error. */
  remove(keys: readonly string[]): Promise<void>
}

/** The bucket as segments see it. */
export const segmentBucket = (bucket: ArchiveBucket): SegmentBucket => ({
  put: (key, bytes) => bucket.put(key, bytes),
  read: (key) => bucket.read(key),
  range: (key, start, end) => bucket.read(key, { range: { start, end } }),
  remove: (keys) => bucket.remove(keys),
})
