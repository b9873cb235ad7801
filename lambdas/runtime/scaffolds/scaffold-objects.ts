import { Buffer } from 'node:buffer'
import type { Bucket } from '@signet/kernel/bucket'
import { sha256Hex } from '@signet/receipts/digest'
import type { ScaffoldRecord } from './make-scaffold.ts'

export interface ScaffoldObjects {
  /** Stores a scaffold and returns its key, which is derived from the bytes. */
  store(org: string, file: ScaffoldRecord): Promise<string>
  read(key: string): Promise<ScaffoldRecord | undefined>
}

/** Prefix of an organization's conversation scaffolds. A lifecycle rule of the bucket deletes them after 31 days. */
export const scaffoldObjectPrefixOf = (org: string): string => `scaffolds/${org}/`

/**
 * Scaffold objects in the runtime's bucket. An object without a row comes from an interrupted request and is never
 * read.
 */
export const scaffoldObjects = (bucket: Pick<Bucket, 'put' | 'read'>): ScaffoldObjects => ({
  async store(org, file) {
    const text = JSON.stringify(file)
    const key = `${scaffoldObjectPrefixOf(org)}${sha256Hex(text)}.json`
    // Overwrites an existing object, which restarts its 31 days.
    await bucket.put(key, Buffer.from(text), { contentType: 'application/json' })
    return key
  },
  async read(key) {
    const bytes = await bucket.read(key)
    return bytes && (JSON.parse(bytes.toString('utf8')) as ScaffoldRecord)
  },
})
