import { type ImageHeader, readImageHeader } from './image-header.ts'
import { IMAGE_TYPES_TAKEN, imageTypeOf } from './image-type.ts'

/** Larger pictures are refused before they are decoded, because a small file can contain a very large one. */
export const INPUT_PIXELS_MAX = 50_000_000

/** Larger than any provider's picture of 4096x4096, and small enough to fit in memory together with its pixels. */
export const INPUT_FILE_BYTES_MAX = 64 * 1024 * 1024

/** The header of an accepted file, or the reason of its refusal as the rest of a sentence. */
export type Judgement =
  | { readonly isTaken: true; readonly header: ImageHeader }
  | { readonly isTaken: false; readonly reason: string }

const refused = (reason: string): Judgement => ({ isTaken: false, reason })

/**
 * Checks a file by its header alone, so that a hostile file never reaches a decoder. Accepts still PNG, JPEG, WebP and
 * AVIF images by their first bytes, whatever the declared type, up to INPUT_PIXELS_MAX pixels.
 */
export const judgeImage = (bytes: Uint8Array): Judgement => {
  if (!imageTypeOf(bytes)) return refused(`is not a ${IMAGE_TYPES_TAKEN} image; send one of these formats`)
  if (bytes.byteLength > INPUT_FILE_BYTES_MAX) {
    return refused(`has ${bytes.byteLength} bytes; the maximum is ${INPUT_FILE_BYTES_MAX}`)
  }
  const header = readImageHeader(bytes)
  if (!header) return refused('has a damaged header; save it again and resend it')
  const { width, height, isAnimated } = header
  if (width * height > INPUT_PIXELS_MAX) {
    return refused(`has ${width}x${height} pixels, more than the maximum of ${INPUT_PIXELS_MAX}; send a smaller image`)
  }
  return isAnimated ? refused('is animated; send a still image') : { isTaken: true, header }
}
