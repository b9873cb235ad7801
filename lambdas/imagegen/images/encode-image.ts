import sharp, { type Sharp } from 'sharp'
import type { OutputFormat } from '../contract/vocabulary.ts'
import { IMAGE_TYPES_TAKEN, imageTypeOf } from './image-type.ts'
import { type Provenance, provenanceXmp } from './provenance.ts'

export interface Encoding {
  readonly format: OutputFormat
  /** 1 to 100; PNG is lossless and does not look at it. */
  readonly quality: number
}

/** Larger pictures are refused before they are decoded: a small file can hold a very large one. */
export const INPUT_PIXELS_MAX = 50_000_000

/** Efforts are measured: AVIF above 2 costs nine times the time for one percent of size, WebP above 4 little less. */
const AVIF_EFFORT = 2
const WEBP_EFFORT = 4

/** Opens an image that we or our provider made. Metadata is kept, so that provenance survives every variant. */
export const openImage = (bytes: Uint8Array): Sharp => sharp(bytes, { limitInputPixels: INPUT_PIXELS_MAX })

/** The bytes are no image that we take; the message is a sentence for the one who sent them. */
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
 * Opens an image that a caller sent, turned upright: PNG, JPEG, WebP or AVIF of at most INPUT_PIXELS_MAX pixels.
 * The header is judged before a pixel is decoded; a file that breaks off fails when its pixels are read.
 *
 * @throws UnreadableImage
 */
export const openForeignImage = async (bytes: Uint8Array): Promise<Sharp> => {
  if (!imageTypeOf(bytes)) throw new UnreadableImage(`is not a ${IMAGE_TYPES_TAKEN} file; send one of these`)
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

/** Sets the output of a pipeline to the wanted format. */
export const inFormat = (image: Sharp, { format, quality }: Encoding): Sharp => {
  if (format === 'png') return image.png({ compressionLevel: 6 })
  if (format === 'avif') return image.avif({ quality, effort: AVIF_EFFORT })
  return image.webp({ quality, effort: WEBP_EFFORT })
}

/** Encodes a master as an asset and writes its provenance into the file. */
export const encodeImage = (
  master: Uint8Array,
  { provenance, ...encoding }: Encoding & { readonly provenance: Provenance },
): Promise<Buffer> => inFormat(openImage(master), encoding).withXmp(provenanceXmp(provenance)).toBuffer()
