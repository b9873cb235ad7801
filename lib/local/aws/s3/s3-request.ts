import type { IncomingMessage, ServerResponse } from 'node:http'
import { AwsError } from '../aws-error.ts'
import { readBody } from '../json-service.ts'
import { awsChunked } from './aws-chunked.ts'
import type { Blob, BlobFiles } from './blob-files.ts'
import type { ObjectIndex } from './object-index.ts'
import { type XmlNode, xmlDocument } from './s3-xml.ts'

export interface S3Deps {
  readonly index: ObjectIndex
  readonly blobs: BlobFiles
  /** Milliseconds since epoch. */
  readonly now: () => number
}

/** A parsed request. `key` is '' for a request to the bucket. */
export interface S3Call {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly bucket: string
  readonly key: string
  readonly query: URLSearchParams
}

/** Limit of the documents that S3 parses (DeleteObjects, CompleteMultipartUpload), in bytes. */
const MAX_DOCUMENT_BYTES = 4 * 1024 * 1024

const STORED_HEADERS = [
  'content-type',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'expires',
]

export const headerOf = (request: IncomingMessage, name: string): string | undefined => {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** Returns the headers to store for later GETs: system metadata and x-amz-meta-*. */
export const storedHeaders = (request: IncomingMessage): Record<string, string> => {
  const stored: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined && (STORED_HEADERS.includes(name) || name.startsWith('x-amz-meta-')))
      stored[name] = String(value)
  const encoding = stored['content-encoding']
    ?.split(',')
    .map((part) => part.trim())
    .filter((part) => part !== 'aws-chunked')
  if (encoding !== undefined) {
    if (encoding.length === 0) delete stored['content-encoding']
    else stored['content-encoding'] = encoding.join(',')
  }
  return { 'content-type': 'application/octet-stream', ...stored }
}

const isFramed = ({ headers }: IncomingMessage): boolean =>
  String(headers['x-amz-content-sha256'] ?? '').startsWith('STREAMING-')

const badDigest = (name: string) =>
  new AwsError('BadDigest', `The ${name} you specified did not match what was received: the body changed in transit.`)

/** Writes the body to a blob. Removes its framing and verifies every checksum that was sent. */
export const receiveBlob = async (blobs: BlobFiles, { request, query }: S3Call): Promise<Blob> => {
  const body = isFramed(request)
    ? awsChunked(request)
    : { data: request as AsyncIterable<Buffer>, trailers: new Map<string, string>() }
  const blob = await blobs.write(body.data)
  // A presigned URL may contain headers as query parameters; a checksum there is enforced as well.
  const claimed = (name: string) => body.trailers.get(name) ?? headerOf(request, name) ?? query.get(name) ?? undefined
  const claims: readonly (readonly [string, string])[] = [
    ['x-amz-checksum-crc32', blob.crc32],
    ['x-amz-checksum-sha256', blob.sha256],
    ['content-md5', Buffer.from(blob.md5, 'hex').toString('base64')],
  ]
  for (const [name, actual] of claims) {
    const claim = claimed(name)
    if (claim === undefined || claim === actual) continue
    await blobs.remove(blob.id)
    throw badDigest(name)
  }
  return blob
}

export const readDocument = async (request: IncomingMessage): Promise<string> => {
  if (!isFramed(request)) return (await readBody(request, MAX_DOCUMENT_BYTES)).toString('utf8')
  const chunks: Buffer[] = []
  for await (const chunk of awsChunked(request).data) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

export const sendXml = ({ response }: S3Call, root: string, node: XmlNode): void => {
  const text = xmlDocument(root, node)
  response.writeHead(200, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(text) })
  response.end(text)
}

export const sendEmpty = (
  { response }: S3Call,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): void => {
  response.writeHead(status, status === 200 ? { 'content-length': '0', ...headers } : headers)
  response.end()
}

export const quoted = (etag: string): string => `"${etag}"`
/** S3 stores times in whole seconds. */
export const wholeSeconds = (ms: number): number => Math.floor(ms / 1000) * 1000
