import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8BytesOf } from './sha256.ts'

/**
 * Returns the HMAC-SHA-256 (RFC 2104) of bytes, or of a text as UTF-8; 32 bytes.
 * @throws DigestInputError for a text with a lone surrogate.
 */
export const hmacSha256 = (key: Uint8Array, data: Uint8Array | string): Uint8Array =>
  hmac(sha256, key, utf8BytesOf(data))
