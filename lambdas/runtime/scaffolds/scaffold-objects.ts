import { Buffer } from 'node:buffer'
import type { Bucket } from '@signet/kernel/bucket'
import { sha256Hex } from '@signet/receipts/digest'
import type { ScaffoldRecord } from './make-scaffold.ts'

export interface ScaffoldObjects {
  /** Keeps it, and says under which key. The same bytes have the same. */
  keep(org: string, file: ScaffoldRecord): Promise<string>
  read(key: string): Promise<ScaffoldRecord | undefined>
}

/** Where the scaffolds of conversations of an organization are. A rule of the bucket removes them after their 30 days. */
export const scaffoldObjectsOf = (org: string): string => `scaffolds/${org}/`

/** Over the bucket of the runtime. An object without a row is of a request that died: nobody sees it. */
export const scaffoldObjects = (bucket: Pick<Bucket, 'put' | 'read'>): ScaffoldObjects => ({
  async keep(org, file) {
    const text = JSON.stringify(file)
    const key = `${scaffoldObjectsOf(org)}${sha256Hex(text)}.json`
    // Written anew where it is there: its days begin again.
    await bucket.put(key, Buffer.from(text), { contentType: 'application/json' })
    return key
  },
  async read(key) {
    const bytes = await bucket.read(key)
    return bytes && (JSON.parse(bytes.toString('utf8')) as ScaffoldRecord)
  },
})
