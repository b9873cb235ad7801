import { pipeline } from 'node:stream/promises'
import { AwsError } from '../aws-error.ts'
import type { ObjectRecord } from './object-index.ts'
import { headerOf, quoted, type S3Call, type S3Deps } from './s3-request.ts'

export const noSuchKey = (key: string): AwsError =>
  new AwsError('NoSuchKey', 'The specified key does not exist.', 404, { Key: key })

export const preconditionFailed = (condition: string): AwsError =>
  new AwsError('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', 412, {
    Condition: condition,
  })

const listsEtag = (header: string, etag: string): boolean =>
  header.split(',').some((entry) => ['*', etag, quoted(etag)].includes(entry.trim().replace(/^W\//, '')))

/** RFC 9110 13.2.2: ETag conditions precede date conditions and disable them. */
const isNotModified = ({ request }: S3Call, { etag, modified }: ObjectRecord): boolean => {
  const date = (name: string) => {
    const value = headerOf(request, name)
    return value === undefined ? undefined : Date.parse(value)
  }
  const ifMatch = headerOf(request, 'if-match')
  const unmodifiedSince = date('if-unmodified-since')
  if (ifMatch !== undefined) {
    if (!listsEtag(ifMatch, etag)) throw preconditionFailed('If-Match')
  } else if (unmodifiedSince !== undefined && modified > unmodifiedSince)
    throw preconditionFailed('If-Unmodified-Since')
  const ifNoneMatch = headerOf(request, 'if-none-match')
  if (ifNoneMatch !== undefined) return listsEtag(ifNoneMatch, etag)
  const modifiedSince = date('if-modified-since')
  return modifiedSince !== undefined && modified <= modifiedSince
}

/**
 * Parses one byte range (RFC 9110 14.1.2), both ends included; undefined without a range or for one that S3 ignores.
 */
export const rangeOf = (header: string | undefined, size: number): { start: number; end: number } | undefined => {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < start) return undefined
  if (start >= size || end < start)
    throw new AwsError('InvalidRange', 'The requested range is not satisfiable', 416, { ActualObjectSize: size })
  return { start, end }
}

const headerOverrides = (query: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    [...query]
      .filter(([name]) => name.startsWith('response-'))
      .map(([name, value]) => [name.slice('response-'.length), value]),
  )

/** GetObject and HeadObject: conditions, one range, response-* overrides. Streams the bytes. */
export const readObject = async ({ index, blobs }: S3Deps, call: S3Call): Promise<void> => {
  const { request, response, bucket, key, query } = call
  for (;;) {
    const object = index.get(bucket, key)
    if (object === undefined) throw noSuchKey(key)
    const { 'x-amz-checksum-crc32': crc32, ...otherHeaders } = object.headers
    const validators = { etag: quoted(object.etag), 'last-modified': new Date(object.modified).toUTCString() }
    if (isNotModified(call, object)) {
      response.writeHead(304, validators).end()
      return
    }
    const range = rangeOf(headerOf(request, 'range'), object.size)
    const length = range === undefined ? object.size : range.end - range.start + 1
    const sendsChecksum =
      range === undefined && crc32 !== undefined && headerOf(request, 'x-amz-checksum-mode') === 'ENABLED'
    const headers = {
      ...otherHeaders,
      ...validators,
      'accept-ranges': 'bytes',
      'content-length': String(length),
      ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${object.size}` }),
      ...(sendsChecksum && { 'x-amz-checksum-crc32': crc32, 'x-amz-checksum-type': 'FULL_OBJECT' }),
      ...headerOverrides(query),
    }
    const body =
      request.method === 'HEAD' || length === 0 ? null : await blobs.read(object.blob, range?.start, range?.end)
    // The object was replaced between lookup and open: retry.
    if (body === undefined) continue
    response.writeHead(range === undefined ? 200 : 206, headers)
    if (body === null) response.end()
    else await pipeline(body, response).catch(() => response.destroy())
    return
  }
}
