import { canonicalText } from '@signet/contracts/canonical'
import type { ContractIR } from '@signet/contracts/ir'

const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Returns `sha256-` and 64 hexadecimal digits over the canonical form of a contract (RFC 8785, UTF-8). Files with the
 * same content have the same digest, regardless of indentation and order inside objects.
 */
export const contractDigest = async (ir: ContractIR): Promise<string> =>
  `sha256-${hex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonicalText(ir))))}`
