import { Buffer } from 'node:buffer'
import type { Bucket } from '@signet/kernel/bucket'
import { sha256Hex } from '@signet/receipts/digest'

export interface InscribedObjects {
  /** Stores a file and returns its key, which is derived from the bytes. */
  store(org: string, file: unknown): Promise<string>
  read(key: string): Promise<unknown>
}

const PREFIX = 'readings/'

export const objectPrefixOf = (org: string): string => `${PREFIX}${org}/`

/**
 * Stored results in the runtime's bucket. An object without a row comes from an interrupted request and is never read.
 */
export const inscribedObjects = (bucket: Pick<Bucket, 'putOnce' | 'read'>): InscribedObjects => ({
  async store(org, file) {
    const text = JSON.stringify(file)
    const key = `${objectPrefixOf(org)}${sha256Hex(text)}.json`
    await bucket.putOnce(key, Buffer.from(text), { contentType: 'application/json' })
    return key
  },
  async read(key) {
    const bytes = await bucket.read(key)
    return bytes && (JSON.parse(bytes.toString('utf8')) as unknown)
  },
})
