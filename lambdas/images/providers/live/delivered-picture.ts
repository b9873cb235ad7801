import type { Buffer } from 'node:buffer'
import type { ImageRequest } from '@signet/imaging/image-provider'
import { openForeignImage } from '@signet/imaging/images'
import { imageTypeOf } from '@signet/imaging/images/image-type'
import type { Sharp } from 'sharp'
import { brokenAnswer } from './vendor-fault.ts'

export interface DeliveredPicture {
  readonly bytes: Uint8Array
  readonly contentType: string
  /** In pixels. */
  readonly width: number
  readonly height: number
}

/** Vendors round sizes to multiples of their own. A larger difference means another ratio than ordered. */
const RATIO_TOLERANCE = 0.03

/**
 * Decodes the whole picture: a truncated file, or one with more pixels than we accept, fails here and is not stored.
 */
const decoded = async (bytes: Uint8Array): Promise<{ image: Sharp; width: number; height: number }> => {
  const image = await openForeignImage(bytes)
  const { info } = await image.clone().raw().toBuffer({ resolveWithObject: true })
  return { image, width: info.width, height: info.height }
}

/**
 * Checks a delivered picture by its bytes alone. If the model draws only some ratios, the picture is cut to the ordered
 * ratio around its centre. A picture in the right ratio stays unchanged, byte for byte.
 *
 * @throws VendorFault if it is no complete picture of a type and size that we accept
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
