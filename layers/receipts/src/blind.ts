import { sha256 } from './digest/index.ts'
import { bytesOfSha256Hex } from './hex.ts'

const utf8 = new TextEncoder()

/**
 * Returns the blinded hash of a receipt, 32 bytes. The blinded hash does not reveal the receipt, but anyone who knows
 * the receipt can recompute it. The `chain` variant appears in the next receipt of the organization, the `leaf` variant
 * in the log.
 * @throws TypeError for a hash that is not a hexadecimal SHA-256.
 */
export const blind = (label: 'chain' | 'leaf', hash: string): Uint8Array => {
  const prefix = utf8.encode(`receipt-${label}:v1\n`)
  const bytes = new Uint8Array(prefix.length + 32)
  bytes.set(prefix)
  bytes.set(bytesOfSha256Hex(hash), prefix.length)
  return sha256(bytes)
}
