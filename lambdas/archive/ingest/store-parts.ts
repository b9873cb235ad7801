import type { Buffer } from 'node:buffer'
import { inParts, type PartUploads } from '@signet/kernel/bucket'
import type { ArchiveBucket } from '../storage/archive-bucket.ts'

/** Part size of an unpacked file: at least 5 MiB, and 10,000 parts suffice for any. */
const PART_BYTES = 8 * 1024 * 1024

export interface Storage {
  readonly bucket: ArchiveBucket
  readonly parts: PartUploads
}

/** Stores a stream of any length as an object, holding at most one part in memory. */
export const store = async ({ bucket, parts }: Storage, key: string, stream: AsyncIterable<Buffer>): Promise<void> => {
  const stored: { number: number; etag: string }[] = []
  let id: string | undefined
  for await (const part of inParts(stream, PART_BYTES)) {
    if (id === undefined && part.length < PART_BYTES) return bucket.put(key, part)
    id ??= await parts.create(key)
    const number = stored.length + 1
    if (part.length > 0) stored.push({ number, etag: await parts.putPart(key, id, number, part) })
  }
  if (id !== undefined) await parts.complete(key, id, stored)
}
