import type { Buffer } from 'node:buffer'
import type { ArchiveBucket } from '../storage/archive-bucket.ts'

/** Bytes of one GET: a single long stream would time out while its reader waits for the index. */
const RANGE_BYTES = 8 * 1024 * 1024

/** Bytes of one chunk. Items that end in a chunk are parsed before the next chunk is read. */
const CHUNK_BYTES = 1024 * 1024

export interface ReadableFile {
  readonly key: string
  readonly etag: string
  readonly bytes: number
}

export class FileMissingError extends Error {
  override readonly name = 'FileMissingError'
}

/**
 * Yields the bytes of a file from `start` to `end` in chunks, by one GET per range. The next range is fetched while the
 * current one is processed.
 * @throws ObjectChanged if the object has changed
 */
export async function* fileChunks(
  bucket: Pick<ArchiveBucket, 'read'>,
  { key, etag, bytes }: ReadableFile,
  start: number,
  end: number = bytes,
): AsyncGenerator<Buffer> {
  const get = (from: number) =>
    from < end ? bucket.read(key, { range: { start: from, end: Math.min(end, from + RANGE_BYTES) }, etag }) : undefined
  let nextRange = get(start)
  for (let offset = start; offset < end; offset += RANGE_BYTES) {
    const range = await nextRange
    if (!range) throw new FileMissingError(`The object ${key} does not exist`)
    nextRange = get(offset + RANGE_BYTES)
    // If the consumer stops early, this request may fail unobserved.
    nextRange?.catch(() => undefined)
    for (let from = 0; from < range.length; from += CHUNK_BYTES) yield range.subarray(from, from + CHUNK_BYTES)
  }
}
