import { createHash, randomUUID } from 'node:crypto'
import { AwsError } from '../aws-error.ts'
import type { PartRecord, UploadRecord } from './object-index.ts'
import { noSuchKey, rangeOf } from './read-object.ts'
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
} from './s3-request.ts'
import { xmlMembers } from './s3-xml.ts'
import { copySource, storeObject } from './write-object.ts'

/** Every part but the last must have at least 5 MiB (Amazon S3 multipart upload limits). */
const MIN_PART_BYTES = 5 * 1024 * 1024
const MAX_PART_NUMBER = 10_000

const uploadOf = ({ index }: S3Deps, { bucket, key, query }: S3Call): UploadRecord => {
  const upload = index.upload(query.get('uploadId') ?? '')
  if (upload === undefined || upload.bucket !== bucket || upload.key !== key)
    throw new AwsError(
      'NoSuchUpload',
      'The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted or completed.',
      404,
    )
  return upload
}

export const createUpload = ({ index, now }: S3Deps, call: S3Call): void => {
  const { bucket, key } = call
  const id = randomUUID().replaceAll('-', '')
  index.putUpload({ id, bucket, key, started: now(), headers: storedHeaders(call.request) })
  sendXml(call, 'InitiateMultipartUploadResult', { Bucket: bucket, Key: key, UploadId: id })
}

const storePart = async (deps: S3Deps, call: S3Call, upload: UploadRecord, part: Omit<PartRecord, 'number'>) => {
  const number = Number(call.query.get('partNumber'))
  if (!Number.isInteger(number) || number < 1 || number > MAX_PART_NUMBER) {
    await deps.blobs.remove(part.blob)
    throw new AwsError('InvalidArgument', `partNumber must be an integer from 1 to ${MAX_PART_NUMBER}.`)
  }
  const replacedBlob = deps.index.putPart(upload.id, { number, ...part })
  if (replacedBlob !== undefined) await deps.blobs.remove(replacedBlob)
}

export const uploadPart = async (deps: S3Deps, call: S3Call): Promise<void> => {
  const upload = uploadOf(deps, call)
  const blob = await receiveBlob(deps.blobs, call)
  await storePart(deps, call, upload, { blob: blob.id, size: blob.size, etag: blob.md5 })
  sendEmpty(call, 200, { etag: quoted(blob.md5), 'x-amz-checksum-crc32': blob.crc32 })
}

export const uploadPartCopy = async (deps: S3Deps, call: S3Call): Promise<void> => {
  const upload = uploadOf(deps, call)
  const source = copySource(deps, call)
  const range = rangeOf(headerOf(call.request, 'x-amz-copy-source-range'), source.size)
  const bytes = await deps.blobs.read(source.blob, range?.start, range?.end)
  if (bytes === undefined) throw noSuchKey(source.key)
  const blob = await deps.blobs.write(bytes as AsyncIterable<Buffer>)
  await storePart(deps, call, upload, { blob: blob.id, size: blob.size, etag: blob.md5 })
  sendXml(call, 'CopyPartResult', { LastModified: new Date(deps.now()).toISOString(), ETag: quoted(blob.md5) })
}

/** Returns the parts that a CompleteMultipartUpload document lists, checked in S3's order. */
const requestedParts = (document: string, stored: readonly PartRecord[]): PartRecord[] => {
  const listed = xmlMembers(document, 'Part', ['PartNumber', 'ETag'])
  if (listed.length === 0)
    throw new AwsError('MalformedXML', 'The XML you provided was not well-formed: it lists no Part.')
  const chosen = listed.map(({ PartNumber, ETag }) => {
    const part = stored.find((candidate) => candidate.number === Number(PartNumber))
    if (part === undefined || part.etag !== ETag?.replaceAll('"', ''))
      throw new AwsError(
        'InvalidPart',
        `Part ${PartNumber} was not uploaded, or its ETag does not match: upload it again.`,
      )
    return part
  })
  if (chosen.some((part, i) => i > 0 && part.number <= (chosen[i - 1]?.number ?? 0)))
    throw new AwsError('InvalidPartOrder', 'The list of parts was not in ascending order by part number.')
  const undersized = chosen.slice(0, -1).find((part) => part.size < MIN_PART_BYTES)
  if (undersized !== undefined)
    throw new AwsError(
      'EntityTooSmall',
      `Part ${undersized.number} has ${undersized.size} bytes; all but the last need at least ${MIN_PART_BYTES}.`,
    )
  return chosen
}

async function* concatenated({ blobs }: S3Deps, parts: readonly PartRecord[]): AsyncGenerator<Buffer> {
  for (const part of parts) {
    const bytes = await blobs.read(part.blob)
    if (bytes === undefined) throw new AwsError('InvalidPart', `Part ${part.number} was deleted: upload it again.`)
    yield* bytes as AsyncIterable<Buffer>
  }
}

/** CompleteMultipartUpload. The ETag is the MD5 of the parts' MD5s, followed by the number of parts. */
export const completeUpload = async (deps: S3Deps, call: S3Call): Promise<void> => {
  const upload = uploadOf(deps, call)
  const stored = deps.index.parts(upload.id)
  const parts = requestedParts(await readDocument(call.request), stored)
  const blob = await deps.blobs.write(concatenated(deps, parts))
  const digests = Buffer.concat(parts.map((part) => Buffer.from(part.etag, 'hex')))
  const etag = `${createHash('md5').update(digests).digest('hex')}-${parts.length}`
  const { bucket, key } = call
  await storeObject(deps, call, { blob: blob.id, size: blob.size, etag, headers: upload.headers })
  deps.index.removeUpload(upload.id)
  for (const part of stored) await deps.blobs.remove(part.blob)
  sendXml(call, 'CompleteMultipartUploadResult', {
    Location: `http://${call.request.headers.host}/${bucket}/${key}`,
    Bucket: bucket,
    Key: key,
    ETag: quoted(etag),
  })
}

export const abortUpload = async (deps: S3Deps, call: S3Call): Promise<void> => {
  const upload = uploadOf(deps, call)
  const parts = deps.index.parts(upload.id)
  deps.index.removeUpload(upload.id)
  for (const part of parts) await deps.blobs.remove(part.blob)
  sendEmpty(call, 204)
}

export const listParts = (deps: S3Deps, call: S3Call): void => {
  const upload = uploadOf(deps, call)
  const parts = deps.index.parts(upload.id)
  sendXml(call, 'ListPartsResult', {
    Bucket: call.bucket,
    Key: call.key,
    UploadId: upload.id,
    IsTruncated: false,
    Part: parts.map(({ number, etag, size }) => ({ PartNumber: number, ETag: quoted(etag), Size: size })),
  })
}
