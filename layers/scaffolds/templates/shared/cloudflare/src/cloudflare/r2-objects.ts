// #if objects
import { type Objects, TooLarge } from '../objects/objects.ts'

/** The part of R2 that this service uses. */
export interface Bucket {
  /** Returns an object without a body if the condition fails. */
  get(
    key: string,
    options?: { readonly onlyIf?: { readonly etagMatches: string } },
  ): Promise<{ readonly size: number; readonly arrayBuffer?: () => Promise<ArrayBuffer> } | null>
  put(key: string, value: Uint8Array, options: { httpMetadata: { contentType: string } }): Promise<unknown>
}

export const r2Objects = (bucket: Bucket): Objects => ({
  get: async (key, maxBytes, etag) => {
    const object = await bucket.get(key, etag === undefined ? {} : { onlyIf: { etagMatches: etag } })
    if (object?.arrayBuffer === undefined) return undefined
    if (object.size > maxBytes) throw new TooLarge(key, maxBytes)
    return new Uint8Array(await object.arrayBuffer())
  },
  put: async (key, bytes, contentType) => {
    await bucket.put(key, bytes, { httpMetadata: { contentType } })
  },
})
// #endif
