import { Buffer } from 'node:buffer'
import type { Readable } from 'node:stream'
import type { PartUploads } from '@signet/bucket'

/** S3 takes 10,000 parts at most: 160 GB. */
const PART_BYTES = 16_000_000

type Uploads = Pick<PartUploads, 'create' | 'putPart' | 'complete' | 'abort'>

/** Chunks of at least so many bytes, but for the last. */
async function* joined(stream: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer> {
  let [chunks, size]: [Buffer[], number] = [[], 0]
  for await (const chunk of stream) {
    chunks.push(Buffer.from(chunk))
    size += chunk.length
    if (size < PART_BYTES) continue
    yield Buffer.concat(chunks)
    ;[chunks, size] = [[], 0]
  }
  if (size > 0) yield Buffer.concat(chunks)
}

/** Stores what a stream gives, part by part. @returns its bytes */
export const uploadStream = async (uploads: Uploads, key: string, stream: Readable): Promise<number> => {
  const id = await uploads.create(key)
  try {
    const parts: { number: number; etag: string }[] = []
    let bytes = 0
    for await (const chunk of joined(stream)) {
      const number = parts.length + 1
      parts.push({ number, etag: await uploads.putPart(key, id, number, chunk) })
      bytes += chunk.length
    }
    await uploads.complete(key, id, parts)
    return bytes
  } catch (error) {
    await uploads.abort(key, id)
    throw error
  }
}
