import { Buffer } from 'node:buffer'
import type { ArtifactType } from './media-types.ts'

const EXTENSIONS: Readonly<Record<ArtifactType, string>> = {
  'application/pdf': '.pdf',
  'application/json': '.json',
  'application/ld+json': '.jsonld',
  'application/schema+json': '.json',
  'text/plain': '.txt',
  'text/markdown': '.md',
  'text/csv': '.csv',
  'application/zip': '.zip',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '.xlsx',
  'application/vnd.oasis.opendocument.spreadsheet': '.ods',
  'application/vnd.ms-excel': '.xls',
}

const UNSAFE = /[/\\:*?"<>|]/g

/** Returns a safe file name: no path, no leading dots, which would hide it, and the extension of its type. */
const fileNameOf = (displayName: string, type: ArtifactType): string => {
  const extension = EXTENSIONS[type]
  const name = displayName
    .toWellFormed()
    .replaceAll(UNSAFE, '_')
    .replace(/^[. ]+/, '')
  return name.toLowerCase().endsWith(extension) ? name : `${name || 'artifact'}${extension}`
}

/** RFC 8187, section 3.2.1: encodeURIComponent leaves some characters that are not in attr-char. */
const extendedValue = (text: string): string =>
  `UTF-8''${encodeURIComponent(text).replaceAll(/['()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`)}`

/**
 * Printable ASCII without characters that need escapes in a quoted string, and without percent signs, which browsers do
 * not all read alike.
 */
const asciiOf = (text: string): string => text.replaceAll(/[^ -~]|["\\%]/gu, '_')

/**
 * Returns the Content-Disposition (RFC 6266) of a download, with its name in ASCII for old readers and in UTF-8.
 * @param displayName any text; characters that are invalid in a file name become `_`
 */
const attachment = (displayName: string, type: ArtifactType): string => {
  const name = fileNameOf(displayName, type)
  return `attachment; filename="${asciiOf(name)}"; filename*=${extendedValue(name)}`
}

export interface ServedArtifact {
  readonly mimeType: ArtifactType
  readonly displayName: string
  /** SHA-256 of the bytes, 64 lowercase hexadecimal digits. */
  readonly contentHash: string
  readonly byteSize: number
  /** Time in ISO 8601. */
  readonly createdAt: string
}

/** A script in the bytes has no origin, no network and no frame, if a browser ever shows them. */
const CONTENT_SECURITY_POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'"

const contentType = (type: ArtifactType): string => (type.startsWith('text/') ? `${type}; charset=utf-8` : type)

/**
 * Returns the headers of a download with a third party's bytes. The type is that of the row, never one that a request
 * names. Digests (RFC 9530) are of the bytes as sent, so the route must not compress; `no-transform` forbids it to
 * proxies.
 */
export const servingHeaders = ({ mimeType, displayName, contentHash, byteSize, createdAt }: ServedArtifact) => {
  const digest = `sha-256=:${Buffer.from(contentHash, 'hex').toString('base64')}:`
  return {
    'content-type': contentType(mimeType),
    'content-length': String(byteSize),
    'content-disposition': attachment(displayName, mimeType),
    'x-content-type-options': 'nosniff',
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'cross-origin-resource-policy': 'same-site',
    'referrer-policy': 'no-referrer',
    'cache-control': 'public, max-age=300, no-transform',
    'last-modified': new Date(createdAt).toUTCString(),
    etag: `"${contentHash}"`,
    'repr-digest': digest,
    'content-digest': digest,
  }
}
