import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { LocalFiles } from './files-model.ts'
import { type GatewayRequest, headerOf } from './gateway-event.ts'
import type { HttpResponse } from './gateway-response.ts'
import type { ResponseHeaders } from './headers-model.ts'

/** `path` is the path after the edge function. */
export type FileRequest = Pick<GatewayRequest, 'path' | 'headers'>

/** Content types of the AWS CLI, with which the CDK copies files. */
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** Content types and sizes that CloudFront compresses (Developer Guide, "Serve compressed files"). */
const COMPRESSIBLE = /^(?:text\/|application\/json$|image\/svg)/
const COMPRESSED_BYTES = { from: 1_000, to: 10_000_000 }

const CODINGS = {
  br: (body: Buffer): Promise<Buffer> =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: Buffer): Promise<Buffer> => promisify(gzip)(body),
} as const
type Coding = keyof typeof CODINGS

interface CachedFile {
  readonly version: string
  readonly type: string
  readonly etag: string
  readonly body: Buffer
  readonly compressed: Map<Coding, Promise<Buffer>>
}

/** Returns the name of a file; undefined for an invalid name or a path that leaves the folder. */
const nameOf = (path: string): string | undefined => {
  try {
    const name = decodeURIComponent(path.slice(1))
    const isPlain = name.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
    return isPlain && !/[\\\0]/.test(name) ? name : undefined
  } catch {
    return undefined
  }
}

/** Returns the content coding that the client accepts, Brotli first; undefined for no compression. */
const codingFor = (request: FileRequest, { type, body }: CachedFile): Coding | undefined => {
  const { from, to } = COMPRESSED_BYTES
  if (!COMPRESSIBLE.test(type) || body.byteLength < from || body.byteLength > to) return undefined
  const accepted = (headerOf(request, 'accept-encoding') ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part))
    .map((part) => part.split(';')[0])
  return (['br', 'gzip'] as const).find((coding) => accepted.includes(coding))
}

const fileCache = (folder: string): ((name: string) => Promise<CachedFile | undefined>) => {
  const files = new Map<string, CachedFile>()
  return async (name) => {
    const file = join(folder, name)
    const stats = await stat(file).catch(() => undefined)
    if (!stats?.isFile()) return undefined
    const version = `${stats.mtimeMs} ${stats.size} ${stats.ino}`
    const cached = files.get(name)
    if (cached?.version === version) return cached
    const body = await readFile(file)
    const etag = createHash('md5').update(body).digest('hex')
    const type = TYPES[extname(name)] ?? 'binary/octet-stream'
    const cachedFile = { version, type, etag, body, compressed: new Map() }
    files.set(name, cachedFile)
    return cachedFile
  }
}

const compress = (cachedFile: CachedFile, coding: Coding): Promise<Buffer> => {
  const encoded = cachedFile.compressed.get(coding) ?? CODINGS[coding](cachedFile.body)
  cachedFile.compressed.set(coding, encoded)
  return encoded
}

const isNotModified = (request: FileRequest, etag: string): boolean => {
  const tags = headerOf(request, 'if-none-match')?.split(',') ?? []
  return tags.map((tag) => tag.trim().replace(/^W\//, '')).some((tag) => tag === '*' || tag === `"${etag}"`)
}

/** S3's response for a missing file if the client may not list the bucket. */
const ACCESS_DENIED_BODY =
  '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>'

/**
 * Serves the files of a folder as CloudFront serves those of a bucket: with the headers of the template, and compressed
 * if the client accepts it. Changed files are served immediately.
 */
export const serveFiles = (
  folder: string,
  { cacheControl }: Pick<LocalFiles, 'cacheControl'>,
  headers: ResponseHeaders,
): ((request: FileRequest) => Promise<HttpResponse>) => {
  const find = fileCache(folder)
  const accessDenied = (): HttpResponse => ({
    status: 403,
    headers: [...headers, ['Content-Type', 'application/xml']],
    body: Buffer.from(ACCESS_DENIED_BODY),
  })
  const unbuilt = (name: string): HttpResponse => ({
    status: 503,
    headers: [['Content-Type', 'text/plain']],
    body: Buffer.from(`${join(folder, name)} does not exist. Run "npm run build" first.\n`),
  })
  return async (request) => {
    const name = nameOf(request.path)
    const cachedFile = name === undefined ? undefined : await find(name)
    if (name === undefined || cachedFile === undefined) return name === 'index.html' ? unbuilt(name) : accessDenied()
    const coding = codingFor(request, cachedFile)
    const cacheControlValue = cacheControl.find(({ prefix }) => name.startsWith(prefix))?.value
    const responseHeaders: ResponseHeaders = [
      ...headers,
      ['ETag', coding ? `W/"${cachedFile.etag}"` : `"${cachedFile.etag}"`],
      ...(cacheControlValue ? [['Cache-Control', cacheControlValue] as const] : []),
      ...(COMPRESSIBLE.test(cachedFile.type) ? [['Vary', 'Accept-Encoding'] as const] : []),
    ]
    if (isNotModified(request, cachedFile.etag)) return { status: 304, headers: responseHeaders, body: Buffer.alloc(0) }
    return {
      status: 200,
      headers: [
        ...responseHeaders,
        ['Content-Type', cachedFile.type],
        ...(coding ? [['Content-Encoding', coding] as const] : []),
      ],
      body: coding ? await compress(cachedFile, coding) : cachedFile.body,
    }
  }
}
