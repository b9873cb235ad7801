import type { Buffer } from 'node:buffer'
import type { ImageRequest } from '@signet/painter/image-provider'
import { openForeignImage } from '@signet/painter/images'
import { imageTypeOf } from '@signet/painter/images/image-type'
import type { Sharp } from 'sharp'
import { brokenAnswer } from './vendor-fault.ts'

export interface DeliveredPicture {
  readonly bytes: Uint8Array
  readonly contentType: string
  /** In pixels. */
  readonly width: number
  readonly height: number
}

/** Vendors round sizes to multiples of their own; what differs by more was drawn in another ratio than asked for. */
const RATIO_TOLERANCE = 0.03

/** The whole picture decoded: a file that breaks off, or holds more pixels than we take, fails here and is not stored. */
const decoded = async (bytes: Uint8Array): Promise<{ image: Sharp; width: number; height: number }> => {
  const image = await openForeignImage(bytes)
  const { info } = await image.clone().raw().toBuffer({ resolveWithObject: true })
  return { image, width: info.width, height: info.height }
}

/**
 * Checks what a vendor delivered by its bytes alone, and cuts it to the ratio asked for where the model draws only some:
 * the centre is kept. A picture in the right ratio stays as it came, byte for byte.
 *
 * @throws VendorFault when it is no whole picture of a type and size that we take
 */
export const deliveredPicture = async (bytes: Buffer, order: ImageRequest): Promise<DeliveredPicture> => {
  const whole = await decoded(bytes).catch((error: unknown) => {
    throw brokenAnswer('not_a_whole_picture', error)
  })
  const { image, width, height } = whole
  const wanted = order.width / order.height
  const isAsAsked = Math.abs(width / height / wanted - 1) <= RATIO_TOLERANCE
  if (isAsAsked) return { bytes, contentType: imageTypeOf(bytes) ?? 'image/png', width, height }
  const cut =
    width / height > wanted
      ? { width: Math.round(height * wanted), height }
      : { width, height: Math.round(width / wanted) }
  const left = Math.floor((width - cut.width) / 2)
  const top = Math.floor((height - cut.height) / 2)
  const png = await image
    .extract({ left, top, ...cut })
    .png({ compressionLevel: 2 })
    .toBuffer()
  return { bytes: png, contentType: 'image/png', ...cut }
}
