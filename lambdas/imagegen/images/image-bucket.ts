import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ReadableStream as WebStream } from 'node:stream/web'
import type { AwsClient } from 'aws4fetch'

/** What S3 says of an object. */
interface ObjectFacts {
  readonly contentType: string | undefined
  readonly etag: string | undefined
  readonly lastModified: Date | undefined
  /** From when on the object counts as gone; undefined for objects that no caller reads. */
  readonly expiresAt: Date | undefined
}

/** An object on its way out of the bucket; `body` is to be read or destroyed. */
export interface StoredObject extends ObjectFacts {
  readonly isUnchanged: false
  readonly body: Readable
}

/** The copy that the client holds is current. */
export interface UnchangedObject extends ObjectFacts {
  readonly isUnchanged: true
}

/** What is kept beside the bytes of an object. */
export interface ObjectMetadata {
  readonly contentType: string
  /** From when on the object counts as gone, before the bucket's lifecycle collects it. */
  readonly expiresAt?: Date
}

/** What the client already holds (RFC 9110 13.1). */
export interface Validators {
  readonly ifNoneMatch?: string | undefined
  readonly ifModifiedSince?: string | undefined
}

export interface ImageBucket {
  /** Stores the bytes; the ETag of what is stored. */
  put(key: string, body: Uint8Array, metadata: ObjectMetadata): Promise<string | undefined>
  /** The object as a stream, or the news that the client's copy is current; undefined when there is none. */
  open(key: string, held?: Validators): Promise<StoredObject | UnchangedObject | undefined>
  /** The object whole; undefined when there is none. */
  read(key: string): Promise<Uint8Array | undefined>
  exists(key: string): Promise<boolean>
  /** Removes the objects; one that is not there is no error. */
  remove(keys: readonly string[]): Promise<void>
}

const EXPIRES_AT = 'x-amz-meta-expires-at'

/** Reads and drops the rest of an answer, so that its connection can be used again. */
const drain = async (response: Response): Promise<void> => {
  await response.arrayBuffer()
}

const refused = async (action: string, key: string, response: Response): Promise<Error> => {
  const detail = (await response.text()).slice(0, 500)
  return new Error(`S3 answered ${response.status} to ${action} ${key}: ${detail}`)
}

const headersOf = ({ ifNoneMatch, ifModifiedSince }: Validators): Record<string, string> => ({
  ...(ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch }),
  ...(ifModifiedSince === undefined ? {} : { 'if-modified-since': ifModifiedSince }),
})

const factsOf = ({ headers }: Response): ObjectFacts => {
  const dateOf = (name: string): Date | undefined => {
    const value = headers.get(name)
    return value === null ? undefined : new Date(value)
  }
  return {
    contentType: headers.get('content-type') ?? undefined,
    etag: headers.get('etag') ?? undefined,
    lastModified: dateOf('last-modified'),
    expiresAt: dateOf(EXPIRES_AT),
  }
}

/**
 * The image bucket over S3's REST API. `baseUrl` ends in the bucket, without a slash. Signed fetch instead of the SDK's
 * client, which would be a quarter of every bundle (docs/adr/0003).
 */
export const imageBucket = ({ s3, baseUrl }: { s3: AwsClient; baseUrl: string }): ImageBucket => {
  const call = (method: string, key: string, init: RequestInit = {}): Promise<Response> =>
    s3.fetch(`${baseUrl}/${key}`, { ...init, method })

  const open: ImageBucket['open'] = async (key, held = {}) => {
    const response = await call('GET', key, { headers: headersOf(held) })
    if (response.ok) {
      const { body } = response
      const stream = body ? Readable.fromWeb(body as WebStream) : Readable.from([])
      return { isUnchanged: false, body: stream, ...factsOf(response) }
    }
    if (response.status !== 304 && response.status !== 404) throw await refused('GET', key, response)
    await drain(response)
    if (response.status === 404) return undefined
    // S3 says neither type nor lifetime with a 304; the one goes to the client, the other decides whether it may have it.
    const head = await call('HEAD', key)
    return head.ok ? { isUnchanged: true, ...factsOf(head) } : undefined
  }

  const removeOne = async (key: string): Promise<void> => {
    const response = await call('DELETE', key)
    if (!response.ok && response.status !== 404) throw await refused('DELETE', key, response)
    await drain(response)
  }

  return {
    open,

    async put(key, body, { contentType, expiresAt }) {
      const response = await call('PUT', key, {
        body: body as Uint8Array<ArrayBuffer>,
        headers: {
          'content-type': contentType,
          // S3 refuses bytes that changed on the way.
          'x-amz-checksum-sha256': createHash('sha256').update(body).digest('base64'),
          ...(expiresAt ? { [EXPIRES_AT]: expiresAt.toISOString() } : {}),
        },
      })
      if (!response.ok) throw await refused('PUT', key, response)
      await drain(response)
      return response.headers.get('etag') ?? undefined
    },

    async read(key) {
      const found = await open(key)
      return found === undefined || found.isUnchanged ? undefined : buffer(found.body)
    },

    async exists(key) {
      const response = await call('HEAD', key)
      if (response.ok) return true
      if (response.status === 404) return false
      throw await refused('HEAD', key, response)
    },

    async remove(keys) {
      await Promise.all(keys.map(removeOne))
    },
  }
}
