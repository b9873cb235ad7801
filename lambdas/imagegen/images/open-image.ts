import sharp, { type Sharp } from 'sharp'
import { IMAGE_TYPES_TAKEN, imageTypeOf } from './image-type.ts'

/** Larger pictures are refused before they are decoded: a small file can hold a very large one. */
export const INPUT_PIXELS_MAX = 50_000_000

/** More than any provider's picture of 4096x4096 takes, and little enough to be held beside its pixels. */
export const INPUT_FILE_BYTES_MAX = 64 * 1024 * 1024

/** The bytes are no image that we take; the message is the rest of a sentence for the one who sent them. */
export class UnreadableImage extends Error {
  override readonly name = 'UnreadableImage'
}

/** APNG: an animation control chunk before the image data. libvips reads the first frame only and does not tell. */
const isAnimatedPng = (bytes: Uint8Array): boolean => {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const control = data.indexOf('acTL')
  return imageTypeOf(bytes) === 'image/png' && control !== -1 && control < data.indexOf('IDAT')
}

/**
 * Opens an image that a caller or a provider sent, turned upright: a still PNG, JPEG, WebP or AVIF by its first bytes,
 * whatever it calls itself, of at most INPUT_PIXELS_MAX pixels. The header is judged before a pixel is decoded; a file
 * that breaks off fails when its pixels are read. What is written from it is in sRGB and holds nothing else of the file,
 * neither its metadata nor what may follow the picture.
 *
 * @throws UnreadableImage
 */
export const openForeignImage = async (bytes: Uint8Array): Promise<Sharp> => {
  if (!imageTypeOf(bytes)) throw new UnreadableImage(`is not a ${IMAGE_TYPES_TAKEN} file; send one of these`)
  if (bytes.byteLength > INPUT_FILE_BYTES_MAX) {
    throw new UnreadableImage(`has ${bytes.byteLength} bytes, at most ${INPUT_FILE_BYTES_MAX} are taken`)
  }
  // Only the header is read here; without a limit, so that a large picture is told from a broken one.
  const header = sharp(bytes, { limitInputPixels: false }).metadata()
  const {
    width,
    height,
    pages = 1,
  } = await header.catch((cause: unknown) => {
    throw new UnreadableImage('has a damaged header; save it anew and send it again', { cause })
  })
  if (width * height > INPUT_PIXELS_MAX) {
    const size = `${width}x${height} pixels, at most ${INPUT_PIXELS_MAX}`
    throw new UnreadableImage(`has ${size} are taken; send a smaller one`)
  }
  if (pages > 1 || isAnimatedPng(bytes)) throw new UnreadableImage('is animated; send a still image')
  return sharp(bytes, { limitInputPixels: INPUT_PIXELS_MAX, failOn: 'truncated' }).autoOrient()
}
