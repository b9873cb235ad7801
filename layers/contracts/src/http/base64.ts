/** Few enough arguments for one call, and a multiple of three. */
const CHUNK = 0x6000

/** The base64 text of bytes (RFC 4648 4), without any API of a platform. */
export const base64Of = (bytes: Uint8Array): string => {
  let text = ''
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK))
  return btoa(text)
}

/**
 * The bytes of base64 text.
 * @throws DOMException for text that is not base64.
 */
export const bytesOfBase64 = (text: string): Uint8Array<ArrayBuffer> => {
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at)
  return bytes
}
