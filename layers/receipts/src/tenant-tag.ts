import { toBase64Url } from './base64.ts'
import { hmacSha256 } from './digest/index.ts'

const TAG_BYTES = 16

/**
 * Returns the pseudonym of an organization: 22 characters, the same in all its receipts, and not reversible without the
 * pepper. The pepper must never change, because another pepper yields other pseudonyms.
 */
export const tenantTag = (pepper: Uint8Array, org: string): string =>
  toBase64Url(hmacSha256(pepper, org).subarray(0, TAG_BYTES))
