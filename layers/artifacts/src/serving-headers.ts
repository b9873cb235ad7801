import { Buffer } from 'node:buffer'
import { attachment } from './file-name.ts'
import type { ArtifactType } from './media-types.ts'

export interface ServedArtifact {
  readonly mimeType: ArtifactType
  readonly displayName: string
  /** SHA-256 of the bytes, 64 lowercase hexadecimal digits. */
  readonly contentHash: string
  readonly byteSize: number
  /** ISO 8601. */
  readonly createdAt: string
}

/** A script in the bytes has no origin, no network and no frame, if a browser ever shows them. */
const CONTENT_SECURITY_POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'"

const contentType = (type: ArtifactType): string => (type.startsWith('text/') ? `${type}; charset=utf-8` : type)

/**
 * The headers with which the bytes of somebody else are served: as a file to save, of the type in the row, never one that a request
 * asks for. Digests (RFC 9530) are of the bytes as they are sent, so the route must not compress; `no-transform` says so to others.
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
