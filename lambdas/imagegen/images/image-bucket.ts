import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ReadableStream as WebStream } from 'node:stream/web'
import type { AwsClient } from 'aws4fetch'

/** The metadata of an object in S3. */
export interface ObjectFacts {
  readonly contentType: string | undefined
  readonly etag: string | undefined
  readonly lastModified: Date | undefined
  /** When the object expires; undefined for objects that no caller reads. */
  readonly expiresAt: Date | undefined
  /** Quality of the order, 1 to 100. */
  readonly quality: number | undefined
  /** Of the whole object, in bytes. */
  readonly size: number
}

/** An object being read from the bucket. `body` must be read or destroyed. */
export interface StoredObject extends ObjectFacts {
  readonly isOutOfRange: false
  readonly body: Readable
  /** Content-Range of the part (RFC 9110 14.4); undefined for the whole object. */
  readonly contentRange: string | undefined
}

/** The requested range begins beyond the end of the object. */
export interface OutOfRange extends ObjectFacts {
  readonly isOutOfRange: true
}

/** The metadata stored with an object. */
export interface ObjectMetadata {
  readonly contentType: string
  /** When the object expires, even if it has not been deleted by then. */
  readonly expiresAt?: Date
  readonly quality?: number
}

export interface ImageBucket {
  put(key: string, body: Uint8Array, metadata: ObjectMetadata): Promise<void>
  /** Stores the bytes unless the key exists: of concurrent writers the first wins and the others change nothing. */
  putOnce(key: string, body: Uint8Array, metadata: ObjectMetadata): Promise<void>
  /** The object as a stream, or one byte range of it (`bytes=0-99`); undefined if it does not exist. */
  open(key: string, range?: string): Promise<StoredObject | OutOfRange | undefined>
  /** The metadata of the object; undefined if it does not exist. */
  head(key: string): Promise<ObjectFacts | undefined>
  /** The whole object; undefined if it does not exist. */
  read(key: string): Promise<Uint8Array | undefined>
  exists(key: string): Promise<boolean>
  /** Removes the objects, group after group, up to 1,000 in each. An absent object is no error. */
  remove(...groups: readonly (readonly string[])[]): Promise<void>
}

const EXPIRES_AT = 'x-amz-meta-expires-at'
const QUALITY = 'x-amz-meta-quality'

/** Reads and discards the rest of an answer, so that its connection can be reused. */
const drain = async (response: Response): Promise<void> => {
  await response.arrayBuffer()
}

const refused = async (action: string, key: string, response: Response): Promise<Error> => {
  const { status } = response
  const detail = (await response.text()).slice(0, 500)
  const error = new Error(`S3 answered ${status} to ${action} ${key}: ${detail}`)
  // Give the error S3's throttling name, so that the API answers 503 as for a throttled table. The answer to HEAD has
  // no body with the error's own name.
  return status === 429 || status >= 500 ? Object.assign(error, { name: 'SlowDown' }) : error
}

const factsOf = ({ headers }: Response): ObjectFacts => {
  const headerAs = <T>(name: string, read: (text: string) => T): T | undefined => {
    const text = headers.get(name)
    return text === null ? undefined : read(text)
  }
  const whole = headerAs('content-range', (range) => range.split('/')[1]) ?? headers.get('content-length')
  return {
    contentType: headers.get('content-type') ?? undefined,
    etag: headers.get('etag') ?? undefined,
    lastModified: headerAs('last-modified', (text) => new Date(text)),
    expiresAt: headerAs(EXPIRES_AT, (text) => new Date(text)),
    quality: headerAs(QUALITY, Number),
    size: Number(whole),
  }
}

const sha256 = (body: Uint8Array | string): string => createHash('sha256').update(body).digest('base64')

const metadataHeaders = ({ contentType, expiresAt, quality }: ObjectMetadata): Record<string, string> => ({
  'content-type': contentType,
  ...(expiresAt ? { [EXPIRES_AT]: expiresAt.toISOString() } : {}),
  ...(quality === undefined ? {} : { [QUALITY]: String(quality) }),
})

/** How often to try a conditional write that S3 refuses with 409 because another is in progress. */
const CONFLICTS_MAX = 3

type Call = (method: string, key: string, init?: RequestInit) => Promise<Response>

const reading = (call: Call): Pick<ImageBucket, 'open' | 'head' | 'read' | 'exists'> => {
  const head: ImageBucket['head'] = async (key) => {
    const response = await call('HEAD', key)
    if (response.ok) return factsOf(response)
    if (response.status === 404) return undefined
    throw await refused('HEAD', key, response)
  }

  const open: ImageBucket['open'] = async (key, range) => {
    const response = await call('GET', key, range === undefined ? {} : { headers: { range } })
    if (response.ok) {
      const { body } = response
      const stream = body ? Readable.fromWeb(body as WebStream) : Readable.from([])
      const contentRange = response.headers.get('content-range') ?? undefined
      return { isOutOfRange: false, body: stream, contentRange, ...factsOf(response) }
    }
    if (response.status !== 404 && response.status !== 416) throw await refused('GET', key, response)
    await drain(response)
    const facts = response.status === 416 ? await head(key) : undefined
    return facts && { isOutOfRange: true, ...facts }
  }

  return {
    open,
    head,
    async read(key) {
      const object = await open(key)
      return object === undefined || object.isOutOfRange ? undefined : buffer(object.body)
    },
    exists: async (key) => (await head(key)) !== undefined,
  }
}

/** DeleteObjects, up to 1,000 keys at once. The answer lists only the keys that could not be removed. */
const removal =
  (call: Call) =>
  async (keys: readonly string[]): Promise<void> => {
    if (keys.length === 0) return
    const objects = keys.map((key) => `<Object><Key>${key}</Key></Object>`).join('')
    const body = `<Delete xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${objects}<Quiet>true</Quiet></Delete>`
    const headers = { 'content-type': 'application/xml', 'x-amz-checksum-sha256': sha256(body) }
    const response = await call('POST', '?delete', { body, headers })
    if (!response.ok) throw await refused('DELETE', keys[0] ?? '', response)
    const text = await response.text()
    if (text.includes('<Error>')) throw new Error(`S3 did not remove every object: ${text.slice(0, 500)}`)
  }

/**
 * The image bucket over S3's REST API. `baseUrl` ends in the bucket, without a slash. Signed fetch instead of the SDK's
 * client, which would be a quarter of every bundle (docs/adr/0003).
 */
export const imageBucket = ({ s3, baseUrl }: { s3: AwsClient; baseUrl: string }): ImageBucket => {
  const call: Call = (method, key, init = {}) => s3.fetch(`${baseUrl}/${key}`, { ...init, method })
  const removeGroup = removal(call)

  const put = async (
    key: string,
    bytes: Uint8Array,
    metadata: ObjectMetadata,
    condition: Record<string, string> = {},
    attempt = 1,
  ): Promise<void> => {
    const response = await call('PUT', key, {
      body: bytes as Uint8Array<ArrayBuffer>,
      // S3 rejects the bytes if they changed in transit.
      headers: { ...metadataHeaders(metadata), ...condition, 'x-amz-checksum-sha256': sha256(bytes) },
    })
    const isConflict = response.status === 409 && attempt < CONFLICTS_MAX
    // 412: another writer was first.
    if (!response.ok && response.status !== 412 && !isConflict) throw await refused('PUT', key, response)
    await drain(response)
    if (isConflict) await put(key, bytes, metadata, condition, attempt + 1)
  }

  return {
    ...reading(call),
    put: (key, bytes, metadata) => put(key, bytes, metadata),
    putOnce: (key, bytes, metadata) => put(key, bytes, metadata, { 'if-none-match': '*' }),
    async remove(...groups) {
      for (const group of groups) await removeGroup(group)
    },
  }
}
