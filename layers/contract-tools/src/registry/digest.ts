import { canonicalText } from '@signet/contracts/canonical'
import type { ContractIR } from '@signet/contracts/ir'

const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * `sha256-` and 64 hexadecimal digits over the canonical form of a contract (RFC 8785, UTF-8): the same for every file that
 * says the same, however it is indented or ordered inside its objects.
 */
export const contractDigest = async (ir: ContractIR): Promise<string> =>
  `sha256-${hex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonicalText(ir))))}`
