import { Buffer } from 'node:buffer'

/**
 * Maximum bytes of a page. Lambda limits a response to 6 MB, which contains the body as a JSON string with escaped
 * quotation marks.
 */
export const PAGE_BYTES_MAX = 4_000_000

/** Returns the bytes of a value in a Lambda response: its JSON, escaped as a JSON string. */
export const replyBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(JSON.stringify(value)))
