const SHA256_HEX = /^[0-9a-f]{64}$/

/** Returns whether a text is a SHA-256 in 64 lowercase hexadecimal digits. */
export const isSha256Hex = (text: unknown): text is string => typeof text === 'string' && SHA256_HEX.test(text)

/** Encodes bytes as lowercase hexadecimal digits. */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Decodes a SHA-256 to 32 bytes. @throws TypeError for any other text. */
export const bytesOfSha256Hex = (text: string): Uint8Array => {
  if (!isSha256Hex(text)) throw new TypeError('A SHA-256 must be 64 lowercase hexadecimal digits')
  return Uint8Array.from({ length: 32 }, (_, index) => Number.parseInt(text.slice(2 * index, 2 * index + 2), 16))
}
