import { sha256Hex } from './digest/index.ts'
import { exactJson } from './exact-json.ts'
import type { Statement } from './statement.ts'

const utf8 = new TextEncoder()

/**
 * Returns the bytes of a statement: its canonical JSON (RFC 8785) in UTF-8.
 * @throws DigestInputError for a null, a fraction, an integer beyond 2^53, and any value that JSON cannot represent.
 */
export const bodyOf = (statement: Statement): Uint8Array => utf8.encode(exactJson(statement))

/** Returns the hash of a receipt: the SHA-256 of the decoded payload, not of the envelope. */
export const receiptHash = (body: Uint8Array): string => sha256Hex(body)
