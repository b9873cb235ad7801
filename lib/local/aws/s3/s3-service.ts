import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { AwsError } from '../aws-error.ts'
import type { BucketSpec, LocalClock } from '../ports.ts'
import { blobFiles } from './blob-files.ts'
import { listObjects } from './list-objects.ts'
import { abortUpload, completeUpload, createUpload, listParts, uploadPart, uploadPartCopy } from './multipart.ts'
import { objectIndex } from './object-index.ts'
import { assertPresigned } from './presigned.ts'
import { readObject } from './read-object.ts'
import { type S3Call, type S3Deps, sendEmpty, sendXml } from './s3-request.ts'
import { toXml } from './s3-xml.ts'
import { copyObject, deleteObject, deleteObjects, noSuchBucket, putObject, removeObject } from './write-object.ts'

const DAY_MS = 86_400_000
const MAX_KEY_BYTES = 1024

export type S3Service = ReturnType<typeof s3Service>

const notImplemented = (feature: string): AwsError =>
  new AwsError('NotImplemented', `The embedded S3 does not support ${feature}; use an emulator or add it.`, 501)

type Route = (deps: S3Deps, call: S3Call) => void | Promise<void>

const SUBRESOURCES = [
  'acl',
  'tagging',
  'retention',
  'legal-hold',
  'policy',
  'cors',
  'website',
  'versioning',
  'lifecycle',
]

const objectRoute = (method: string, query: URLSearchParams, isCopy: boolean): Route => {
  const isMultipart = query.has('uploadId')
  if (method === 'GET' && isMultipart) return listParts
  if (method === 'GET' || method === 'HEAD') return readObject
  if (method === 'PUT' && isMultipart) return isCopy ? uploadPartCopy : uploadPart
  if (method === 'PUT') return isCopy ? copyObject : putObject
  if (method === 'DELETE') return isMultipart ? abortUpload : deleteObject
  if (method === 'POST' && isMultipart) return completeUpload
  if (method === 'POST' && query.has('uploads')) return createUpload
  throw notImplemented(`${method} on an object`)
}

const bucketRoute = (method: string, query: URLSearchParams): Route => {
  if (method === 'HEAD') return (_deps, call) => sendEmpty(call, 200)
  if (method === 'GET' && query.has('location')) return (_deps, call) => sendXml(call, 'LocationConstraint', {})
  if (method === 'GET') return listObjects
  if (method === 'POST' && query.has('delete')) return deleteObjects
  throw notImplemented(`${method} on a bucket`)
}

const listBuckets: Route = ({ index }, call) =>
  sendXml(call, 'ListAllMyBucketsResult', {
    Buckets: {
      Bucket: index
        .buckets()
        .map(({ name, created }) => ({ Name: name, CreationDate: new Date(created).toISOString() })),
    },
  })

const routeOf = ({ index, now }: S3Deps, { request, bucket, key, query }: S3Call): Route => {
  const method = request.method ?? 'GET'
  if (bucket === '') return listBuckets
  if (key === '' && method === 'PUT' && query.size === 0)
    return (_deps, call) => {
      if (!index.hasBucket(bucket)) index.putBucket({ name: bucket, lifecycle: [] }, now())
      sendEmpty(call, 200, { location: `/${bucket}` })
    }
  if (!index.hasBucket(bucket)) throw noSuchBucket(bucket)
  if (Buffer.byteLength(key) > MAX_KEY_BYTES)
    throw new AwsError('KeyTooLongError', `Your key is too long: the limit is ${MAX_KEY_BYTES} bytes of UTF-8.`)
  const subresource = SUBRESOURCES.find((name) => query.has(name))
  if (subresource !== undefined) throw notImplemented(`?${subresource}`)
  return key === ''
    ? bucketRoute(method, query)
    : objectRoute(method, query, request.headers['x-amz-copy-source'] !== undefined)
}

const callOf = (request: IncomingMessage): Pick<S3Call, 'bucket' | 'key' | 'query'> => {
  const [path = '/', search = ''] = (request.url ?? '/').split(/\?(.*)/s)
  const [, bucket = '', key = ''] = /^\/([^/]*)\/?(.*)$/s.exec(path) ?? []
  return { bucket: decodeURIComponent(bucket), key: decodeURIComponent(key), query: new URLSearchParams(search) }
}

/**
 * Lets pages of this machine upload parts to presigned URLs, as the CORS rule of the archive bucket does. The front
 * door rejects other pages.
 */
const allowPage = ({ method, headers: { origin } }: IncomingMessage, response: ServerResponse): void => {
  if (origin === undefined) return
  response.setHeader('access-control-allow-origin', origin)
  response.setHeader('vary', 'Origin')
  response.setHeader('access-control-expose-headers', 'ETag')
  if (method !== 'OPTIONS') return
  response.setHeader('access-control-allow-methods', 'PUT')
  response.setHeader('access-control-allow-headers', 'content-type, content-md5')
}

/**
 * Amazon S3 over immutable files and an index in SQLite. Lists in key order, decides conditional writes in one turn of
 * the event loop, and never exposes a partial object, even after a crash.
 */
export const s3Service = (dir: string, clock: LocalClock, log?: ((line: string) => void) | undefined) => {
  const index = objectIndex(dir)
  const blobs = blobFiles(join(dir, 'blobs'))
  const deps: S3Deps = { index, blobs, now: () => clock.now() }
  return {
    async handler(request: IncomingMessage, response: ServerResponse): Promise<void> {
      response.setHeader('x-amz-request-id', randomUUID())
      allowPage(request, response)
      if (request.method === 'OPTIONS') {
        response.writeHead(200).end()
        return
      }
      try {
        const call = { request, response, ...callOf(request) }
        if (call.query.has('X-Amz-Signature')) await assertPresigned(request, call.query)
        await routeOf(deps, call)(deps, call)
      } catch (thrown) {
        if (response.headersSent) throw thrown
        const error = thrown instanceof AwsError ? thrown : new AwsError('InternalError', String(thrown), 500)
        if (error.status >= 500) log?.(`s3 ${request.method} ${request.url}: ${String(thrown)}`)
        request.resume()
        const detail = Object.fromEntries(Object.entries(error.detail).map(([name, value]) => [name, String(value)]))
        const text = `<?xml version="1.0" encoding="UTF-8"?>\n${toXml({ Error: { Code: error.code, Message: error.message, ...detail } })}`
        response.writeHead(error.status, {
          'content-type': 'application/xml',
          'content-length': Buffer.byteLength(text),
        })
        response.end(request.method === 'HEAD' ? undefined : text)
      }
    },
    declareBucket: (spec: BucketSpec) => index.putBucket(spec, clock.now()),
    async deleteExpired(): Promise<number> {
      let removed = 0
      for (const { name, lifecycle } of index.buckets())
        for (const { prefix, expirationDays } of lifecycle)
          for (const { key } of index.olderThan(name, prefix, clock.now() - expirationDays * DAY_MS)) {
            await removeObject(deps, name, key)
            removed += 1
          }
      return removed
    },
    sweep: () => blobs.sweep(index.isReferenced),
    close: () => index.close(),
  }
}
