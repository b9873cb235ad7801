import { Buffer } from 'node:buffer'

export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/avif'

const SIGNATURES: readonly (readonly [type: ImageType, matches: (head: string) => boolean])[] = [
  ['image/png', (head) => head.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/jpeg', (head) => head.startsWith('\xff\xd8\xff')],
  ['image/webp', (head) => head.startsWith('RIFF') && head.startsWith('WEBP', 8)],
  ['image/avif', (head) => head.startsWith('ftypavif', 4)],
]

export const ACCEPTED_TYPES_TEXT = 'PNG, JPEG, WebP or AVIF'

/**
 * Detects the format by the first bytes alone, so that no other format (such as SVG) reaches a decoder; undefined for
 * other formats.
 */
export const imageTypeOf = (bytes: Uint8Array): ImageType | undefined => {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(16, bytes.byteLength)).toString('latin1')
  return SIGNATURES.find(([, matches]) => matches(head))?.[0]
}
