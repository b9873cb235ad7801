import { sha256 } from './digest/index.ts'
import { bytesOfSha256Hex } from './hex.ts'

const utf8 = new TextEncoder()

/**
 * The hash of a receipt as strangers may see it: they cannot find the receipt with it, and its owner proves the two belong
 * together. `chain` stands in the next receipt of the organization, `leaf` in the log; 32 bytes.
 * @throws TypeError for a hash that is no SHA-256 in hexadecimal digits.
 */
export const blind = (label: 'chain' | 'leaf', hash: string): Uint8Array => {
  const prefix = utf8.encode(`receipt-${label}:v1\n`)
  const bytes = new Uint8Array(prefix.length + 32)
  bytes.set(prefix)
  bytes.set(bytesOfSha256Hex(hash), prefix.length)
  return sha256(bytes)
}
