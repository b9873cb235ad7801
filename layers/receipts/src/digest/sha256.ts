import { sha256 as hash } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { DigestInputError } from './digest-input.ts'

/** The bytes of a text in UTF-8; bytes as they are. */
export const bytesOf = (data: Uint8Array | string): Uint8Array => {
  if (typeof data !== 'string') return data
  // UTF-8 has no form for half a surrogate pair; encoders write U+FFFD, so two texts would get one digest.
  if (!data.isWellFormed()) throw new DigestInputError('$', 'a lone surrogate')
  return utf8ToBytes(data)
}

interface NativeCrypto {
  hash(algorithm: 'sha256', data: Uint8Array, encoding: 'buffer'): Uint8Array
}

interface NodeProcess {
  getBuiltinModule?(name: 'node:crypto'): NativeCrypto | undefined
}

/** Node's own, where there is one, takes a tenth of the time. An import of it would keep this from browsers. */
const native = (globalThis as { readonly process?: NodeProcess }).process?.getBuiltinModule?.('node:crypto')

/**
 * SHA-256 of bytes, or of a text as UTF-8. It is synchronous in browsers too, which WebCrypto is not.
 * @throws DigestInputError for a text with a lone surrogate.
 */
export const sha256 = (data: Uint8Array | string): Uint8Array =>
  native ? Uint8Array.from(native.hash('sha256', bytesOf(data), 'buffer')) : hash(bytesOf(data))

/** The same digest as 64 lowercase hexadecimal digits. */
export const sha256Hex = (data: Uint8Array | string): string => bytesToHex(sha256(data))
