import { sha256Hex } from './digest/index.ts'
import { exactJson } from './exact-json.ts'
import type { Statement } from './statement.ts'

const utf8 = new TextEncoder()

/**
 * The bytes of a statement: its canonical text (RFC 8785) in UTF-8.
 * @throws DigestInputError for a null, a fraction, an integer beyond 2^53, and what JSON cannot say.
 */
export const bodyOf = (statement: Statement): Uint8Array => utf8.encode(exactJson(statement))

/** The hash of a receipt: what `sha256sum` prints for its decoded payload. It is never of the envelope. */
export const receiptHash = (body: Uint8Array): string => sha256Hex(body)
