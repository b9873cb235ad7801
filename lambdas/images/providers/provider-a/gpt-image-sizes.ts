import type { ImageRequest } from '@signet/imaging/image-provider'

/** The only sizes that the first generation of models accepts. */
const FIXED = ['1024x1024', '1536x1024', '1024x1536'] as const

const ANY_SIZE = /^gpt-image-2/
const PIXELS_MIN = 655_360
const PIXELS_MAX = 8_294_400
const SIDE_MAX = 3840
const STEP = 16

const nearestFixed = ({ width, height }: ImageRequest): string => {
  const ratio = width / height
  if (ratio > 1.1) return FIXED[1]
  return ratio < 0.9 ? FIXED[2] : FIXED[0]
}

/** The size of the order, or the nearest size of its ratio that the model accepts. Sides are multiples of 16. */
const freeSize = ({ width, height }: ImageRequest): string => {
  const floor = Math.sqrt(PIXELS_MIN / (width * height))
  const ceiling = Math.min(Math.sqrt(PIXELS_MAX / (width * height)), SIDE_MAX / Math.max(width, height))
  const scale = Math.min(Math.max(1, floor), ceiling)
  // Round away from the bound, or rounding would cross it.
  const steps = (length: number): number => (length * scale) / STEP
  const side = (length: number): number =>
    STEP * (scale === floor ? Math.ceil(steps(length)) : Math.floor(steps(length) + 1e-9))
  return `${side(width)}x${side(height)}`
}

/**
 * `size` of a request. Later models accept any size within limits (both sides multiples of 16, 655,360 to 8,294,400
 * pixels, none above 3840). Earlier ones accept three: the nearest is drawn and cut to the ratio.
 */
export const gptImageSize = (vendorId: string, order: ImageRequest): string =>
  ANY_SIZE.test(vendorId) ? freeSize(order) : nearestFixed(order)
