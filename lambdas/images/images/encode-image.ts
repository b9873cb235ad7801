import { openForeignImage } from '@signet/imaging/images'
import type { OutputFormat, Preset } from '@signet/imaging/schemas/vocabulary'
import sharp, { type ResizeOptions, type Sharp } from 'sharp'

/** Four fixed variants: arbitrary sizes would let any client cause unlimited encoding and storage. */
const PRESET_SIZES: Readonly<Record<Preset, ResizeOptions>> = {
  thumbnail: { width: 256, height: 256, fit: 'cover' },
  standard: { width: 1024, fit: 'inside', withoutEnlargement: true },
  hero: { width: 1920, height: 1080, fit: 'cover' },
  portrait: { width: 1080, height: 1350, fit: 'cover' },
}

/** Twice the size of a thumbnail, for every aspect ratio. */
const REDUCED_SIZE: ResizeOptions = { width: 512, height: 512, fit: 'outside', withoutEnlargement: true }

export interface Encoding {
  readonly format: OutputFormat
  /** 1 to 100; ignored for PNG, which is lossless. */
  readonly quality: number
  readonly preset?: Preset | undefined
}

/** Measured: AVIF effort above 2 takes nine times the time for one percent of size; WebP above 4 gains little. */
const AVIF_EFFORT = 2
const WEBP_EFFORT = 4

const encodeAs = (image: Sharp, { format, quality }: Encoding): Sharp => {
  if (format === 'png') return image.png({ compressionLevel: 6 })
  if (format === 'avif') return image.avif({ quality, effort: AVIF_EFFORT })
  return image.webp({ quality, effort: WEBP_EFFORT })
}

/**
 * Encodes a master as an asset, or as a preset of it, with its provenance (an XMP packet) in the file. The same master
 * and encoding always give the same bytes.
 * @throws UnreadableImage if the master is not an accepted image
 */
export const encodeImage = async (
  master: Uint8Array,
  { xmp, ...encoding }: Encoding & { readonly xmp: string },
): Promise<Buffer> => {
  const image = await openForeignImage(master)
  const sized = encoding.preset ? image.resize(PRESET_SIZES[encoding.preset]) : image
  return encodeAs(sized, encoding).withXmp(xmp).toBuffer()
}

/** The source of thumbnails; never served. */
export interface ReducedImage {
  readonly bytes: Buffer
  readonly contentType: string
}

/**
 * Reduces a picture to the source of its thumbnails, with its provenance. The result has a thirtieth of the bytes and
 * decodes in a third of the time. The format is JPEG, which can be decoded at half size, or WebP if the picture has
 * transparency.
 * @throws UnreadableImage if the picture is not an accepted image
 */
export const reduceImage = async (picture: Uint8Array, xmp: string): Promise<ReducedImage> => {
  const image = await openForeignImage(picture)
  const { hasAlpha } = await image.metadata()
  const sized = image.resize(REDUCED_SIZE).withXmp(xmp)
  // At twice the thumbnail's size, the thumbnail's own encoding dominates the loss.
  if (hasAlpha) return { bytes: await sized.webp({ quality: 95, effort: 0 }).toBuffer(), contentType: 'image/webp' }
  const bytes = await sized.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer()
  return { bytes, contentType: 'image/jpeg' }
}

/** Returns the XMP packet of a generated image, to copy into another encoding; undefined if it has none. */
export const xmpOf = async (image: Uint8Array): Promise<string | undefined> =>
  (await sharp(image).metadata()).xmp?.toString('utf8')
