import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { AwsClient } from 'aws4fetch'
import { xmlTexts } from './xml-texts.ts'

/** Bytes from `start` to before `end`. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** An exact version of an object: it must still have this ETag. */
export interface ObjectVersion {
  readonly etag: string
  /** Bytes. */
  readonly size: number
}

/** A stored part of an upload at S3. */
export interface UploadedPart {
  readonly number: number
  readonly etag: string
  /** Bytes. */
  readonly size: number
}

/** The object has changed since it was last read. */
export class ObjectChanged extends Error {
  override readonly name = 'ObjectChanged'
}

/** Objects of the archive. The archive makes all keys: words, ids and slashes. */
export interface ArchiveBucket {
  put(key: string, body: Uint8Array): Promise<void>
  /** The object or a range of it; undefined if it does not exist. @throws ObjectChanged if it has another ETag */
  read(key: string, options?: { readonly range?: ByteRange; readonly etag?: string }): Promise<Buffer | undefined>
  /** undefined if it does not exist. */
  head(key: string): Promise<ObjectVersion | undefined>
  /** Keys with this prefix, at most 1,000. */
  list(prefix: string): Promise<readonly string[]>
  /** Removes up to 1,000 objects. An absent one is no error. */
  remove(keys: readonly string[]): Promise<void>
}

const refused = async (action: string, key: string, response: Response): Promise<Error> => {
  const { status } = response
  const detail = (await response.text()).slice(0, 500)
  const error = new Error(`S3 answered ${status} to ${action} ${key}: ${detail}`)
  // Give the error S3's throttling name, so that the API answers 503 as for a throttled table.
  return status === 429 || status >= 500 ? Object.assign(error, { name: 'SlowDown' }) : error
}

const sha256 = (body: Uint8Array | string): string => createHash('sha256').update(body).digest('base64')

const DELETE_NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/'

/** Address and signer of the bucket. `baseUrl` ends with the bucket, without a slash. */
export interface BucketDeps {
  readonly s3: AwsClient
  readonly baseUrl: string
}

/** One request to the bucket. Answers other than success and the statuses in `may` are thrown. */
export const bucketCall =
  ({ s3, baseUrl }: BucketDeps) =>
  async (method: string, key: string, init: RequestInit = {}, may: readonly number[] = []): Promise<Response> => {
    const response = await s3.fetch(`${baseUrl}/${key}`, { ...init, method })
    if (response.ok || may.includes(response.status)) return response
    throw await refused(method, key, response)
  }

const rangeHeader = ({ start, end }: ByteRange) => ({ range: `bytes=${start}-${end - 1}` })

/** The bucket of the archive over S3's REST API, by signed fetch (docs/adr/0003). */
export const archiveBucket = (deps: BucketDeps): ArchiveBucket => {
  const call = bucketCall(deps)
  return {
    async put(key, body) {
      // S3 rejects the bytes if they changed in transit.
      const headers = { 'content-type': 'application/octet-stream', 'x-amz-checksum-sha256': sha256(body) }
      await (await call('PUT', key, { body: body as Uint8Array<ArrayBuffer>, headers })).arrayBuffer()
    },
    async read(key, { range, etag } = {}) {
      if (range && range.end <= range.start) return Buffer.alloc(0)
      const headers = { ...(range ? rangeHeader(range) : {}), ...(etag ? { 'if-match': etag } : {}) }
      const response = await call('GET', key, { headers }, [404, 412])
      const bytes = Buffer.from(await response.arrayBuffer())
      if (response.status === 412) throw new ObjectChanged(`${key} has changed since it was read`)
      return response.ok ? bytes : undefined
    },
    async head(key) {
      const response = await call('HEAD', key, {}, [404])
      if (!response.ok) return undefined
      return { etag: response.headers.get('etag') ?? '', size: Number(response.headers.get('content-length')) }
    },
    async list(prefix) {
      const query = new URLSearchParams({ 'list-type': '2', prefix })
      return xmlTexts(await (await call('GET', `?${query}`)).text(), 'Key')
    },
    async remove(keys) {
      if (keys.length === 0) return
      const objects = keys.map((key) => `<Object><Key>${key}</Key></Object>`).join('')
      const body = `<Delete xmlns="${DELETE_NAMESPACE}">${objects}<Quiet>true</Quiet></Delete>`
      const headers = { 'content-type': 'application/xml', 'x-amz-checksum-sha256': sha256(body) }
      const text = await (await call('POST', '?delete', { body, headers })).text()
      if (text.includes('<Error>')) throw new Error(`S3 did not remove every object: ${text.slice(0, 500)}`)
    },
  }
}
