import { sha256 as hash } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { DigestInputError } from './digest-input.ts'

/** Encodes a text as UTF-8; returns bytes unchanged. */
export const utf8BytesOf = (data: Uint8Array | string): Uint8Array => {
  if (typeof data !== 'string') return data
  // UTF-8 cannot encode a lone surrogate. Encoders replace it with U+FFFD, so that different texts would get the same
  // digest.
  if (!data.isWellFormed()) throw new DigestInputError('$', 'a lone surrogate')
  return utf8ToBytes(data)
}

interface NativeCrypto {
  hash(algorithm: 'sha256', data: Uint8Array, encoding: 'buffer'): Uint8Array
}

interface NodeProcess {
  getBuiltinModule?(name: 'node:crypto'): NativeCrypto | undefined
}

/**
 * Node's native digest is ten times as fast. It is loaded at run time, because a static import would break browsers.
 */
const native = (globalThis as { readonly process?: NodeProcess }).process?.getBuiltinModule?.('node:crypto')

/**
 * Returns the SHA-256 of bytes, or of a text as UTF-8. Synchronous in browsers too, unlike WebCrypto.
 * @throws DigestInputError for a text with a lone surrogate.
 */
export const sha256 = (data: Uint8Array | string): Uint8Array =>
  native ? Uint8Array.from(native.hash('sha256', utf8BytesOf(data), 'buffer')) : hash(utf8BytesOf(data))

/** Returns the SHA-256 as 64 lowercase hexadecimal digits. */
export const sha256Hex = (data: Uint8Array | string): string => bytesToHex(sha256(data))
