import { Buffer } from 'node:buffer'
import { type BucketCall, type BucketConnection, bucketCall, drain, sha256 } from './bucket-call.ts'
import { headObject, METADATA_PREFIX, type ObjectFacts } from './object-facts.ts'
import { type OutOfRange, openObject, type StoredObject } from './open-object.ts'
import { xmlTexts } from './xml-texts.ts'

export type { ObjectFacts }

/** Bytes from `start` (inclusive) to `end` (exclusive). */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export class ObjectChanged extends Error {
  override readonly name = 'ObjectChanged'
}

export interface PutOptions {
  readonly contentType?: string
  /** Lower-case names. */
  readonly metadata?: Readonly<Record<string, string>>
}

/** Objects of a bucket. The domain defines all keys: words, ids and slashes, which need no escaping in URLs and XML. */
export interface Bucket {
  put(key: string, body: Uint8Array, options?: PutOptions): Promise<void>
  /** Stores the bytes unless the key exists. Of concurrent writers the first wins, and the others change nothing. */
  putOnce(key: string, body: Uint8Array, options?: PutOptions): Promise<void>
  /**
   * Replaces the bytes that have this ETag. False if the object has another ETag or does not exist. A repeated attempt
   * may find its own bytes: after false, read the object.
   */
  replace(key: string, body: Uint8Array, etag: string, options?: PutOptions): Promise<boolean>
  /**
   * Replaces content type and metadata of the object with this ETag: S3 copies the object onto itself. False if the
   * object has another ETag or does not exist. Never restores an object that is removed at the same time.
   */
  replaceMetadata(key: string, etag: string, options: PutOptions): Promise<boolean>
  /** Opens the object, or one byte range of it (`bytes=0-99`), as a stream; undefined if it does not exist. */
  open(key: string, range?: string): Promise<StoredObject | OutOfRange | undefined>
  /** Reads the object or a range of it; undefined if it does not exist. @throws ObjectChanged if it has another ETag */
  read(key: string, options?: { readonly range?: ByteRange; readonly etag?: string }): Promise<Buffer | undefined>
  head(key: string): Promise<ObjectFacts | undefined>
  /** Lists keys with this prefix, at most 1,000. */
  list(prefix: string): Promise<readonly string[]>
  /** Removes up to 1,000 objects. Ignores objects that do not exist. */
  remove(keys: readonly string[]): Promise<void>
}

const DELETE_NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/'

/** Maximum attempts of a conditional write that S3 rejects with 409 because another is in progress. */
const CONFLICTS_MAX = 3

const rangeHeader = ({ start, end }: ByteRange) => ({ range: `bytes=${start}-${end - 1}` })

const optionHeaders = ({ contentType = 'application/octet-stream', metadata = {} }: PutOptions) => ({
  ...Object.fromEntries(Object.entries(metadata).map(([name, value]) => [`${METADATA_PREFIX}${name}`, value])),
  'content-type': contentType,
})

const putHeaders = (body: Uint8Array, options: PutOptions) => ({
  ...optionHeaders(options),
  // S3 rejects the bytes if they changed in transit.
  'x-amz-checksum-sha256': sha256(body),
})

/** Puts an object on a condition and returns the status. Repeats the request after a conflict with another write. */
const conditionalPut =
  (call: BucketCall) =>
  async (
    key: string,
    body: Uint8Array,
    headers: Readonly<Record<string, string>>,
    refusalStatuses: readonly number[],
  ): Promise<number> => {
    for (let attempt = 1; ; attempt++) {
      const allowedStatuses = attempt < CONFLICTS_MAX ? [409, ...refusalStatuses] : refusalStatuses
      const response = await call('PUT', key, { body: body as Uint8Array<ArrayBuffer>, headers }, allowedStatuses)
      await drain(response)
      if (response.status !== 409) return response.status
    }
  }

const writeOperations = (call: BucketCall): Pick<Bucket, 'put' | 'putOnce' | 'replace'> => ({
  async put(key, bytes, options = {}) {
    const body = bytes as Uint8Array<ArrayBuffer>
    await drain(await call('PUT', key, { body, headers: putHeaders(bytes, options) }))
  },
  async putOnce(key, bytes, options = {}) {
    // 412: another writer was first.
    await conditionalPut(call)(key, bytes, { ...putHeaders(bytes, options), 'if-none-match': '*' }, [412])
  },
  async replace(key, bytes, etag, options = {}) {
    const headers = { ...putHeaders(bytes, options), 'if-match': etag }
    return ![404, 412].includes(await conditionalPut(call)(key, bytes, headers, [404, 412]))
  },
})

/** Copies an object onto itself, if source and target are unchanged. */
const replaceMetadataOf =
  (call: BucketCall, name: string): Bucket['replaceMetadata'] =>
  async (key, etag, options) => {
    const headers = {
      ...optionHeaders(options),
      'x-amz-copy-source': `/${name}/${key}`,
      'x-amz-metadata-directive': 'REPLACE',
      'x-amz-copy-source-if-match': etag,
      'if-match': etag,
    }
    const response = await call('PUT', key, { headers }, [404, 409, 412])
    const text = await response.text()
    // S3 may send status 200 before the outcome is known (CopyObject, API reference).
    if (response.ok && text.includes('<Error>')) throw new Error(`S3 did not copy ${key}: ${text.slice(0, 500)}`)
    return response.ok
  }

/** Sends DeleteObjects. The response lists only the keys that were not removed. */
const removeObjects =
  (call: BucketCall): Bucket['remove'] =>
  async (keys) => {
    if (keys.length === 0) return
    const objects = keys.map((key) => `<Object><Key>${key}</Key></Object>`).join('')
    const body = `<Delete xmlns="${DELETE_NAMESPACE}">${objects}<Quiet>true</Quiet></Delete>`
    const headers = { 'content-type': 'application/xml', 'x-amz-checksum-sha256': sha256(body) }
    const text = await (await call('POST', '?delete', { body, headers })).text()
    if (text.includes('<Error>')) throw new Error(`S3 did not remove every object: ${text.slice(0, 500)}`)
  }

/**
 * Creates a bucket client over S3's REST API with signed fetch. The SDK's client would add a quarter to a bundle
 * (docs/adr/0003).
 */
export const bucket = (connection: Pick<BucketConnection, 'send' | 'baseUrl' | 'name'>): Bucket => {
  const call = bucketCall(connection)
  return {
    ...writeOperations(call),
    replaceMetadata: replaceMetadataOf(call, connection.name),
    open: openObject(call),
    head: headObject(call),
    remove: removeObjects(call),
    async read(key, { range, etag } = {}) {
      if (range && range.end <= range.start) return Buffer.alloc(0)
      const headers = { ...(range ? rangeHeader(range) : {}), ...(etag ? { 'if-match': etag } : {}) }
      const response = await call('GET', key, { headers }, [404, 412])
      const bytes = Buffer.from(await response.arrayBuffer())
      if (response.status === 412) throw new ObjectChanged(`${key} has changed since it was read`)
      return response.ok ? bytes : undefined
    },
    async list(prefix) {
      const query = new URLSearchParams({ 'list-type': '2', prefix })
      return xmlTexts(await (await call('GET', `?${query}`)).text(), 'Key')
    },
  }
}
