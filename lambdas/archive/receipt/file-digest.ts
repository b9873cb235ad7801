import { createHash } from 'node:crypto'
import type { ArchiveBucket } from '../storage/archive-bucket.ts'

/** Read at once, one after the other with one ahead: more is held by nobody, and less waits for S3 too often. */
const RANGE_BYTES = 16 * 1024 * 1024

export interface FileDigest {
  readonly sha256: string
  readonly bytes: number
}

/**
 * SHA-256 of an object; undefined if it is gone. 50 gigabytes take about ten minutes.
 * @throws ObjectChanged if it is replaced meanwhile
 */
export const fileDigest = async (
  bucket: Pick<ArchiveBucket, 'head' | 'read'>,
  key: string,
): Promise<FileDigest | undefined> => {
  const facts = await bucket.head(key)
  if (!facts) return undefined
  const { size, etag } = facts
  const read = (start: number) =>
    start < size
      ? bucket.read(key, { range: { start, end: Math.min(size, start + RANGE_BYTES) }, etag })
      : Promise.resolve(undefined)
  const hash = createHash('sha256')
  let next = read(0)
  for (let start = 0; start < size; start += RANGE_BYTES) {
    const bytes = await next
    if (!bytes) return undefined
    next = read(start + RANGE_BYTES)
    // A failure of what is read ahead is thrown when its turn comes.
    next.catch(() => undefined)
    hash.update(bytes)
  }
  return { sha256: hash.digest('hex'), bytes: size }
}
