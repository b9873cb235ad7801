import { Buffer } from 'node:buffer'
import type { Bucket } from '@signet/kernel/bucket'
import { sha256Hex } from '@signet/receipts/digest'

export interface InscribedObjects {
  /** Keeps it, and says under which key. The same bytes have the same. */
  keep(org: string, file: unknown): Promise<string>
  read(key: string): Promise<unknown>
}

const PREFIX = 'readings/'

export const objectsOf = (org: string): string => `${PREFIX}${org}/`

/** Objects over the bucket of the runtime. An object without a row is of a request that died: nobody sees it. */
export const inscribedObjects = (bucket: Pick<Bucket, 'putOnce' | 'read'>): InscribedObjects => ({
  async keep(org, file) {
    const text = JSON.stringify(file)
    const key = `${objectsOf(org)}${sha256Hex(text)}.json`
    await bucket.putOnce(key, Buffer.from(text), { contentType: 'application/json' })
    return key
  },
  async read(key) {
    const bytes = await bucket.read(key)
    return bytes && (JSON.parse(bytes.toString('utf8')) as unknown)
  },
})
