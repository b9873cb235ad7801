import type { Readable } from 'node:stream'
import { inParts, type PartUploads } from '@signet/kernel/bucket'

/** S3 takes 10,000 parts at most: 160 GB. */
const PART_BYTES = 16_000_000

type Uploads = Pick<PartUploads, 'create' | 'putPart' | 'complete' | 'abort'>

/** Stores what a stream gives, part by part. @returns its bytes @throws Error where S3 has given up the upload */
export const uploadStream = async (uploads: Uploads, key: string, stream: Readable): Promise<number> => {
  const id = await uploads.create(key)
  try {
    const parts: { number: number; etag: string }[] = []
    let bytes = 0
    for await (const chunk of inParts(stream, PART_BYTES)) {
      if (chunk.length === 0) break
      const number = parts.length + 1
      parts.push({ number, etag: await uploads.putPart(key, id, number, chunk) })
      bytes += chunk.length
    }
    if (!(await uploads.complete(key, id, parts))) throw new Error(`The upload of ${key} is gone`)
    return bytes
  } catch (error) {
    // What failed is told; S3 itself gives up an upload after a day.
    await uploads.abort(key, id).catch(() => undefined)
    throw error
  }
}
