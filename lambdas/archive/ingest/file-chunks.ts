import type { Buffer } from 'node:buffer'
import type { ArchiveBucket } from '../storage/archive-bucket.ts'

/** Bytes of one GET: back-pressure of the index would let one long stream die of idleness. */
const RANGE_BYTES = 8 * 1024 * 1024

/** Bytes that are split at once: what ends in them is parsed before the next. */
const CHUNK_BYTES = 1024 * 1024

/** An object that is read from its middle on. */
export interface ReadableFile {
  readonly key: string
  readonly etag: string
  readonly bytes: number
}

/** The object is gone: its upload was deleted. */
export class FileGone extends Error {
  override readonly name = 'FileGone'
}

/**
 * The bytes of a file from `start` to `end`, in chunks, by GETs of a range each; the next one is under way while one is
 * worked on. @throws ObjectChanged when the object is another than it was.
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
    if (!range) throw new FileGone(`There is no ${key}`)
    ahead = get(at + RANGE_BYTES)
    // Whoever stops in between leaves it to fail alone.
    ahead?.catch(() => undefined)
    for (let from = 0; from < range.length; from += CHUNK_BYTES) yield range.subarray(from, from + CHUNK_BYTES)
  }
}
