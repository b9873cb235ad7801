import { bytesOfBase64, toBase64 } from './base64.ts'

/** Bytes as base64url without padding (RFC 4648 section 5). */
export const toBase64Url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')

/** The bytes of a text in base64url without padding; undefined for any other text, also for a second way to write them. */
export const bytesOfBase64Url = (text: string): Uint8Array | undefined => {
  if (!/^[\w-]*$/.test(text)) return undefined
  const padded = text.padEnd(Math.ceil(text.length / 4) * 4, '=')
  return bytesOfBase64(padded.replaceAll('-', '+').replaceAll('_', '/'))
}
