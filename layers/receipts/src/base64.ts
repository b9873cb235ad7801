/** Encodes bytes as base64 with padding (RFC 4648 section 4). */
export const toBase64 = (bytes: Uint8Array): string => {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

/** Decodes base64; undefined for any other text, including non-canonical encodings. */
export const bytesOfBase64 = (text: string): Uint8Array | undefined => {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return undefined
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  return toBase64(bytes) === text ? bytes : undefined
}

/** Encodes bytes as base64url without padding (RFC 4648 section 5). */
export const toBase64Url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')

/** Decodes base64url without padding; undefined for any other text, including non-canonical encodings. */
export const bytesOfBase64Url = (text: string): Uint8Array | undefined => {
  if (!/^[\w-]*$/.test(text)) return undefined
  const padded = text.padEnd(Math.ceil(text.length / 4) * 4, '=')
  return bytesOfBase64(padded.replaceAll('-', '+').replaceAll('_', '/'))
}
