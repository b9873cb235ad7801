import canonicalize from 'canonicalize'
import { requireJson } from './digest-input.ts'
import { sha256Hex } from './sha256.ts'

/**
 * The one text of a JSON value by RFC 8785 (JCS): members sorted by UTF-16 code units, no white space, numbers as ECMAScript
 * writes them. Text is not normalized: callers normalize text that people typed.
 * @throws DigestInputError for a value that JSON cannot say exactly; `canonicalize` alone would drop parts of it silently.
 */
export const canonicalJson = (value: unknown): string => {
  requireJson(value)
  return canonicalize(value) as string
}

/** SHA-256 of the canonical text, in lowercase hexadecimal. @throws DigestInputError as canonicalJson does. */
export const jsonSha256 = (value: unknown): string => sha256Hex(canonicalJson(value))
