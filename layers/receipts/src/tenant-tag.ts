import { toBase64Url } from './base64.ts'
import { hmacSha256 } from './digest/index.ts'

const TAG_BYTES = 16

/**
 * The organization as its receipts name it: 22 characters, the same in all of them, and nobody without the pepper finds the
 * organization by it. The pepper never changes: a stage with another one would call the same organization otherwise.
 */
export const tenantTag = (pepper: Uint8Array, org: string): string =>
  toBase64Url(hmacSha256(pepper, org).subarray(0, TAG_BYTES))
