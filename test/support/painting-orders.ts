import type { ImageRequest } from '@signet/imaging/image-provider'
import { offlinePainter } from '@signet/imaging/painter'
import sharp from 'sharp'

export const imageRequest = (overrides: Partial<ImageRequest> = {}): ImageRequest => ({
  prompt: 'a red lighthouse at dusk',
  negativePrompt: undefined,
  modelId: 'flux-2-klein-4b',
  vendorId: '@cf/black-forest-labs/flux-2-klein-4b',
  width: 256,
  height: 256,
  aspectRatio: '1:1',
  imageSize: undefined,
  seed: 7,
  source: undefined,
  mask: undefined,
  strength: undefined,
  onBehalfOf: 'nobody',
  ...overrides,
})

export const paintOffline = async (overrides: Partial<ImageRequest> = {}): Promise<Uint8Array> =>
  (await offlinePainter.paint(imageRequest(overrides), new AbortController().signal)).bytes

export const pixelsOf = async (image: Uint8Array): Promise<Buffer> => sharp(image).removeAlpha().raw().toBuffer()

/** Returns the mean absolute difference of two pictures' channels, 0 to 255. */
export const difference = (a: Uint8Array, b: Uint8Array): number => {
  if (a.length !== b.length) throw new Error('The pictures differ in size')
  return a.reduce((sum, v, i) => sum + Math.abs(v - (b[i] ?? 0)), 0) / a.length
}

/** Draws a picture that the painter did not create: stripes and a disc. */
export const photograph = (width = 256, height = 256): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#3b7"/><rect width="30%" height="100%" fill="#e83"/><circle cx="60%" cy="50%" r="22%" fill="#fe9"/></svg>`,
    ),
  )
    .png()
    .toBuffer()

/** Draws a black mask with a white square in the middle half. */
export const squareMask = (side = 256): Promise<Buffer> =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#000' } })
    .composite([
      {
        input: { create: { width: side / 2, height: side / 2, channels: 3, background: '#fff' } },
        left: side / 4,
        top: side / 4,
      },
    ])
    .png()
    .toBuffer()
