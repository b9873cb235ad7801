import { ImageRefused } from '@signet/imaging/image-provider'
import { openForeignImage, UnreadableImage } from '@signet/imaging/images'
import sharp from 'sharp'

/** Runs `work` on a caller's picture. If the picture cannot be read, the refusal names the input. */
const readInput = async <T>(inputName: 'source' | 'mask', work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    const problem = error instanceof UnreadableImage ? error.message : 'is truncated or damaged; save it again'
    throw new ImageRefused('invalid_source', `The ${inputName} image ${problem}`, { cause: error })
  }
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Returns the source cropped to exactly this size, as PNG. @throws ImageRefused `invalid_source` */
export const croppedSource = (source: Uint8Array, { width, height }: Size): Promise<Buffer> =>
  readInput('source', async () =>
    (await openForeignImage(source)).resize({ width, height, fit: 'cover' }).removeAlpha().png().toBuffer(),
  )

/**
 * Returns the source scaled down to at most `side` pixels on each side, as WebP. @throws ImageRefused `invalid_source`
 */
export const boundedSource = (source: Uint8Array, side: number): Promise<Buffer> =>
  readInput('source', async () =>
    (await openForeignImage(source))
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 95 })
      .toBuffer(),
  )

/**
 * Returns the mask as one byte per pixel at this size: 255 is repainted, 0 stays unchanged.
 * @throws ImageRefused `invalid_source`
 */
const maskPixels = (mask: Uint8Array, { width, height }: Size): Promise<Buffer> =>
  readInput('mask', async () =>
    (await openForeignImage(mask))
      .flatten({ background: '#000' })
      .resize({ width, height, fit: 'fill' })
      .greyscale()
      .toColorspace('b-w')
      .raw()
      .toBuffer(),
  )

/** Returns the mask as an 8-bit gray PNG. @throws ImageRefused `invalid_source` */
export const grayMask = async (mask: Uint8Array, { width, height }: Size): Promise<Buffer> =>
  sharp(await maskPixels(mask, { width, height }), { raw: { width, height, channels: 1 } })
    .toColorspace('b-w')
    .png()
    .toBuffer()

/** Returns the mask as PNG whose transparent pixels are repainted. @throws ImageRefused `invalid_source` */
export const alphaMask = async (mask: Uint8Array, { width, height }: Size): Promise<Buffer> => {
  const repaint = await maskPixels(mask, { width, height })
  const preserved = Buffer.from(repaint.map((value) => 255 - value))
  return sharp({ create: { width, height, channels: 3, background: '#000' } })
    .joinChannel(preserved, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer()
}
