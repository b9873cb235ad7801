import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ImageBucket, ObjectFacts, ObjectMetadata } from '../../lambdas/images/images/image-bucket.ts'

interface StoredObject {
  readonly bytes: Uint8Array
  readonly metadata: ObjectMetadata
  readonly receipt?: string
}

const factsOf = ({ bytes, metadata, receipt }: StoredObject): ObjectFacts => ({
  contentType: metadata.contentType,
  etag: `"${createHash('md5').update(bytes).digest('hex')}"`,
  lastModified: undefined,
  expiresAt: metadata.expiresAt,
  quality: metadata.quality,
  sha256: metadata.sha256,
  receipt,
  size: bytes.byteLength,
})

/** The image bucket in memory, for drills that run hundreds of jobs; image-bucket.test.ts covers the real one. */
export const memoryBucket = () => {
  const objects = new Map<string, StoredObject>()
  const bucket: ImageBucket = {
    async put(key, bytes, metadata) {
      objects.set(key, { bytes, metadata })
    },
    async putOnce(key, bytes, metadata) {
      if (!objects.has(key)) objects.set(key, { bytes, metadata })
    },
    async open(key) {
      const stored = objects.get(key)
      if (!stored) return undefined
      const body = Readable.from([Buffer.from(stored.bytes)])
      return { isOutOfRange: false, body, contentRange: undefined, ...factsOf(stored) }
    },
    async head(key) {
      const stored = objects.get(key)
      return stored && factsOf(stored)
    },
    read: async (key) => objects.get(key)?.bytes,
    exists: async (key) => objects.has(key),
    async noteReceipt(key, receipt) {
      const stored = objects.get(key)
      if (stored) objects.set(key, { ...stored, receipt })
    },
    async remove(...groups) {
      for (const key of groups.flat()) objects.delete(key)
    },
  }
  /** Returns the keys of all objects of a job, under every prefix. */
  const keysOf = (...ids: readonly string[]): string[] =>
    [...objects.keys()].filter((key) => ids.some((id) => key.includes(`/${id}/`))).sort()
  const keys = (): string[] => [...objects.keys()].sort()
  return { ...bucket, keys, keysOf }
}
