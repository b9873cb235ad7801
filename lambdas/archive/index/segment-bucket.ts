import type { SegmentBucket } from '@signet/search-index'
import type { ArchiveBucket } from '../storage/archive-bucket.ts'
import { segmentKeys } from '../storage/object-keys.ts'

/** The segments of an archive in its bucket. */
export const segmentBucket = (bucket: ArchiveBucket): SegmentBucket => ({
  keysOf: segmentKeys,
  put: (key, bytes) => bucket.put(key, bytes),
  read: (key) => bucket.read(key),
  range: (key, start, end) => bucket.read(key, { range: { start, end } }),
  remove: (keys) => bucket.remove(keys),
})
