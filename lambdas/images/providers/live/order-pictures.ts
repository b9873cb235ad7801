import { PaintingRefused } from '@signet/imaging/image-provider'
import { openForeignImage, UnreadableImage } from '@signet/imaging/images'
import sharp from 'sharp'

/** Reads a caller's picture. If it cannot be read, the refusal names the input. */
const reading = async <T>(what: 'source' | 'mask', work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    const why = error instanceof UnreadableImage ? error.message : 'is truncated or damaged; save it again'
    throw new PaintingRefused('invalid_source', `The ${what} image ${why}`, { cause: error })
  }
}

interface Size {
  readonly width: number
  readonly height: number
}

/** A source cut to exactly this size, as PNG. @throws PaintingRefused `invalid_source` */
export const sourceAt = (source: Uint8Array, { width, height }: Size): Promise<Buffer> =>
  reading('source', async () =>
    (await openForeignImage(source)).resize({ width, height, fit: 'cover' }).removeAlpha().png().toBuffer(),
  )

/** A source no larger than `side` pixels either way, as WebP. @throws PaintingRefused `invalid_source` */
export const sourceWithin = (source: Uint8Array, side: number): Promise<Buffer> =>
  reading('source', async () =>
    (await openForeignImage(source))
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 95 })
      .toBuffer(),
  )

/**
 * The mask as one byte per pixel at this size: 255 is repainted, 0 stays unchanged.
 * @throws PaintingRefused `invalid_source`
 */
const maskPixels = (mask: Uint8Array, { width, height }: Size): Promise<Buffer> =>
  reading('mask', async () =>
    (await openForeignImage(mask))
      .flatten({ background: '#000' })
      .resize({ width, height, fit: 'fill' })
      .greyscale()
      .toColorspace('b-w')
      .raw()
      .toBuffer(),
  )

/** The mask as an 8-bit grey PNG. @throws PaintingRefused `invalid_source` */
export const greyMask = async (mask: Uint8Array, { width, height }: Size): Promise<Buffer> =>
  sharp(await maskPixels(mask, { width, height }), { raw: { width, height, channels: 1 } })
    .toColorspace('b-w')
    .png()
    .toBuffer()

/** The mask as PNG whose transparent pixels are repainted. @throws PaintingRefused `invalid_source` */
export const alphaMask = async (mask: Uint8Array, { width, height }: Size): Promise<Buffer> => {
  const repaint = await maskPixels(mask, { width, height })
  const kept = Buffer.from(repaint.map((value) => 255 - value))
  return sharp({ create: { width, height, channels: 3, background: '#000' } })
    .joinChannel(kept, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer()
}
