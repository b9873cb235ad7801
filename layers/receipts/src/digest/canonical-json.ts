import canonicalize from 'canonicalize'
import { requireJson } from './digest-input.ts'
import { sha256Hex } from './sha256.ts'

/**
 * Returns the canonical JSON of a value (RFC 8785, JCS): members sorted by UTF-16 code units, no white space, numbers
 * as in ECMAScript. Text is not normalized: callers normalize user input.
 * @throws DigestInputError for a value that JSON cannot represent exactly; `canonicalize` alone would silently drop
 * parts of the value.
 */
export const canonicalJson = (value: unknown): string => {
  requireJson(value)
  return canonicalize(value) as string
}

/**
 * Returns the SHA-256 of the canonical text, in lowercase hexadecimal. @throws DigestInputError as canonicalJson does.
 */
export const jsonSha256 = (value: unknown): string => sha256Hex(canonicalJson(value))
