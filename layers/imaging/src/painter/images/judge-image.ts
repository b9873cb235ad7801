import { type ImageHeader, readImageHeader } from './image-header.ts'
import { ACCEPTED_TYPES_TEXT, imageTypeOf } from './image-type.ts'

/** Larger pictures are refused before they are decoded, because a small file can contain a very large one. */
export const INPUT_PIXELS_MAX = 50_000_000

/** Larger than any provider's picture of 4096x4096, and small enough to fit in memory together with its pixels. */
export const INPUT_FILE_BYTES_MAX = 64 * 1024 * 1024

/**
 * The header of an accepted file, or the reason for its refusal as the predicate of a sentence, such as "is animated".
 */
export type Judgement =
  | { readonly isAccepted: true; readonly header: ImageHeader }
  | { readonly isAccepted: false; readonly reason: string }

const refusal = (reason: string): Judgement => ({ isAccepted: false, reason })

/**
 * Checks a file by its header alone, so that a hostile file never reaches a decoder. Accepts still PNG, JPEG, WebP and
 * AVIF images by their first bytes, whatever the declared type, up to INPUT_PIXELS_MAX pixels.
 */
export const judgeImage = (bytes: Uint8Array): Judgement => {
  if (!imageTypeOf(bytes)) return refusal(`is not a ${ACCEPTED_TYPES_TEXT} image; send one of these formats`)
  if (bytes.byteLength > INPUT_FILE_BYTES_MAX) {
    return refusal(`has ${bytes.byteLength} bytes; the maximum is ${INPUT_FILE_BYTES_MAX}`)
  }
  const header = readImageHeader(bytes)
  if (!header) return refusal('has a damaged header; save it again and resend it')
  const { width, height, isAnimated } = header
  if (width * height > INPUT_PIXELS_MAX) {
    return refusal(`has ${width}x${height} pixels, more than the maximum of ${INPUT_PIXELS_MAX}; send a smaller image`)
  }
  return isAnimated ? refusal('is animated; send a still image') : { isAccepted: true, header }
}
