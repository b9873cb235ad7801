import { Buffer } from 'node:buffer'
import { Readable } from 'node:stream'
import type { ImageBucket, ObjectMetadata } from '../../../lambdas/imagegen/images/image-bucket.ts'

/** The image bucket in memory, for drills that run hundreds of jobs; test/unit/local-aws covers the real one. */
export const memoryBucket = () => {
  const objects = new Map<string, { readonly bytes: Uint8Array; readonly metadata: ObjectMetadata }>()
  const bucket: ImageBucket = {
    async put(key, bytes, metadata) {
      objects.set(key, { bytes, metadata })
      return `"${bytes.byteLength}"`
    },
    async open(key) {
      const found = objects.get(key)
      if (!found) return undefined
      const { bytes, metadata } = found
      return {
        isUnchanged: false,
        body: Readable.from([Buffer.from(bytes)]),
        contentType: metadata.contentType,
        etag: `"${bytes.byteLength}"`,
        lastModified: undefined,
        expiresAt: metadata.expiresAt,
      }
    },
    read: async (key) => objects.get(key)?.bytes,
    exists: async (key) => objects.has(key),
    async remove(keys) {
      for (const key of keys) objects.delete(key)
    },
  }
  /** Keys of all objects of a job, whatever their prefix. */
  const keysOf = (...ids: readonly string[]): string[] =>
    [...objects.keys()].filter((key) => ids.some((id) => key.includes(`/${id}/`))).sort()
  const keys = (): string[] => [...objects.keys()].sort()
  return { ...bucket, keys, keysOf }
}
