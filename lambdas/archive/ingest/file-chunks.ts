import type { Buffer } from 'node:buffer'
import type { ArchiveBucket } from '../storage/archive-bucket.ts'

/** Bytes of one GET: a single long stream would time out under the index's backpressure. */
const RANGE_BYTES = 8 * 1024 * 1024

/** Bytes to split at once: items that end in a chunk are parsed before the next chunk. */
const CHUNK_BYTES = 1024 * 1024

export interface ReadableFile {
  readonly key: string
  readonly etag: string
  readonly bytes: number
}

export class FileGone extends Error {
  override readonly name = 'FileGone'
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
  let ahead = get(start)
  for (let at = start; at < end; at += RANGE_BYTES) {
    const range = await ahead
    if (!range) throw new FileGone(`The object ${key} does not exist`)
    ahead = get(at + RANGE_BYTES)
    // If the consumer stops early, this request may fail unobserved.
    ahead?.catch(() => undefined)
    for (let from = 0; from < range.length; from += CHUNK_BYTES) yield range.subarray(from, from + CHUNK_BYTES)
  }
}
