import { Buffer } from 'node:buffer'

/**
 * Lambda limits an answer to 6 MB, in which the body is a JSON string with escaped quotation marks. A page ends before
 * that.
 */
export const PAGE_BYTES_MAX = 4_000_000

export const replyBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(JSON.stringify(value)))
