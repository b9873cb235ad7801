import { AwsError } from '../aws-error.ts'
import type { ObjectRecord } from './object-index.ts'
import { noSuchKey, preconditionFailed } from './read-object.ts'
import {
  headerOf,
  quoted,
  readDocument,
  receiveBlob,
  type S3Call,
  type S3Deps,
  sendEmpty,
  sendXml,
  storedHeaders,
  wholeSeconds,
} from './s3-request.ts'
import { xmlMembers } from './s3-xml.ts'

/**
 * Stores a blob as an object under its key. Decides If-None-Match: * and If-Match in the same turn as the write, so
 * exactly one of several conditional creators succeeds. Deletes the bytes of the replaced object.
 * @returns the modification time.
 */
export const storeObject = async (
  { index, blobs, now }: S3Deps,
  call: S3Call,
  object: Omit<ObjectRecord, 'bucket' | 'key' | 'modified'>,
): Promise<number> => {
  const { bucket, key } = call
  const replaced = index.get(bucket, key)
  const ifNoneMatch = headerOf(call.request, 'if-none-match')
  const ifMatch = headerOf(call.request, 'if-match')
  const discardAndThrow = async (error: AwsError): Promise<never> => {
    await blobs.remove(object.blob)
    throw error
  }
  if (ifNoneMatch !== undefined && ifNoneMatch !== '*')
    return discardAndThrow(new AwsError('NotImplemented', 'If-None-Match of a write must be "*".', 501))
  if (ifNoneMatch === '*' && replaced !== undefined) return discardAndThrow(preconditionFailed('If-None-Match'))
  if (ifMatch !== undefined && replaced === undefined) return discardAndThrow(noSuchKey(key))
  if (ifMatch !== undefined && ![replaced?.etag, quoted(replaced?.etag ?? '')].includes(ifMatch))
    return discardAndThrow(preconditionFailed('If-Match'))
  const modified = wholeSeconds(now())
  index.put({ bucket, key, modified, ...object })
  if (replaced !== undefined && replaced.blob !== object.blob) await blobs.remove(replaced.blob)
  return modified
}

/** PutObject: streams the body and verifies checksums. S3's limit of 5 GB is not enforced. */
export const putObject = async (deps: S3Deps, call: S3Call): Promise<void> => {
  const blob = await receiveBlob(deps.blobs, call)
  const headers = { ...storedHeaders(call.request), 'x-amz-checksum-crc32': blob.crc32 }
  await storeObject(deps, call, { blob: blob.id, size: blob.size, etag: blob.md5, headers })
  sendEmpty(call, 200, { etag: quoted(blob.md5), 'x-amz-checksum-crc32': blob.crc32 })
}

/** Returns the object that x-amz-copy-source names; throws NoSuchBucket or NoSuchKey. */
export const copySource = ({ index }: S3Deps, { request }: S3Call): ObjectRecord => {
  const source = decodeURIComponent(headerOf(request, 'x-amz-copy-source') ?? '').replace(/^\//, '')
  const [, bucket = '', key = ''] = /^([^/]+)\/(.+)$/s.exec(source) ?? []
  if (!index.hasBucket(bucket)) throw noSuchBucket(bucket)
  const object = index.get(bucket, key)
  if (object === undefined) throw noSuchKey(key)
  return object
}

export const noSuchBucket = (bucket: string): AwsError =>
  new AwsError('NoSuchBucket', `The specified bucket does not exist: no stack declares "${bucket}".`, 404, {
    BucketName: bucket,
  })

/** CopyObject within the local S3. Copies the source's metadata unless the directive is REPLACE. */
export const copyObject = async (deps: S3Deps, call: S3Call): Promise<void> => {
  const source = copySource(deps, call)
  const replace = headerOf(call.request, 'x-amz-metadata-directive') === 'REPLACE'
  if (source.bucket === call.bucket && source.key === call.key && !replace)
    throw new AwsError('InvalidRequest', 'An object cannot be copied to itself without changing its metadata.')
  const match = headerOf(call.request, 'x-amz-copy-source-if-match')
  if (match !== undefined && ![source.etag, quoted(source.etag)].includes(match))
    throw preconditionFailed('x-amz-copy-source-if-match')
  const bytes = await deps.blobs.read(source.blob)
  if (bytes === undefined) throw noSuchKey(source.key)
  const blob = await deps.blobs.write(bytes as AsyncIterable<Buffer>)
  const headers = replace ? { ...storedHeaders(call.request), 'x-amz-checksum-crc32': blob.crc32 } : source.headers
  const modified = await storeObject(deps, call, { blob: blob.id, size: blob.size, etag: blob.md5, headers })
  sendXml(call, 'CopyObjectResult', { LastModified: new Date(modified).toISOString(), ETag: quoted(blob.md5) })
}

export const removeObject = async ({ index, blobs }: S3Deps, bucket: string, key: string): Promise<void> => {
  const object = index.get(bucket, key)
  if (object === undefined) return
  index.remove(bucket, key)
  await blobs.remove(object.blob)
}

export const deleteObject = async (deps: S3Deps, call: S3Call): Promise<void> => {
  await removeObject(deps, call.bucket, call.key)
  sendEmpty(call, 204)
}

/** DeleteObjects: up to 1,000 keys; a missing key counts as deleted. */
export const deleteObjects = async (deps: S3Deps, call: S3Call): Promise<void> => {
  const document = await readDocument(call.request)
  const keys = xmlMembers(document, 'Object', ['Key']).map((member) => member.Key ?? '')
  if (keys.length === 0 || keys.length > 1000)
    throw new AwsError(
      'MalformedXML',
      `A Delete document must contain 1 to 1000 objects; this one contains ${keys.length}.`,
    )
  for (const key of keys) await removeObject(deps, call.bucket, key)
  const quiet = /<Quiet>\s*true\s*<\/Quiet>/.test(document)
  sendXml(call, 'DeleteResult', { Deleted: quiet ? [] : keys.map((Key) => ({ Key })) })
}
