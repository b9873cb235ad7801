import { Buffer } from 'node:buffer'

/**
 * A Lambda function answers with 6 MB at most, in which the body is a text of JSON: a page ends before it takes so much there,
 * its quotation marks escaped.
 */
export const PAGE_BYTES_MAX = 4_000_000

/** What something takes in an answer. */
export const answeredBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(JSON.stringify(value)))
