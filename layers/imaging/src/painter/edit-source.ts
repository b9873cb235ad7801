import sharp, { type Sharp } from 'sharp'
import { ImageRefused } from './image-provider.ts'
import { openForeignImage, UnreadableImage } from './images/open-image.ts'
import type { Palette } from './palette.ts'
import { colorRamp } from './sky.ts'

interface Size {
  readonly width: number
  readonly height: number
}

/** Default strengths: img2img favors the new picture, and a masked area is repainted completely. */
const STRENGTH = 0.7
const MASKED_STRENGTH = 1
/** Mask values (of 255) up to this count as black, because lossy compression does not preserve exact black. */
const BLACK_MAX = 12
/** Blur of the mask's edge, as a share of the picture's shorter side. */
const FEATHER = 0.006

/** @throws ImageRefused `invalid_source` for an image that cannot be opened or decoded. */
const decodeInput = async <T>(
  inputName: 'source' | 'mask',
  bytes: Uint8Array,
  read: (image: Sharp) => Promise<T>,
): Promise<T> => {
  try {
    return await read(await openForeignImage(bytes))
  } catch (cause) {
    const fault =
      cause instanceof UnreadableImage ? cause.message : 'is damaged or truncated; save it again and resend it'
    throw new ImageRefused('invalid_source', `The ${inputName} image ${fault}`, { cause })
  }
}

/** Returns the source as RGB bytes, cropped to the picture's ratio; transparent pixels become white. */
export const readSource = (bytes: Uint8Array, { width, height }: Size): Promise<Uint8Array> =>
  decodeInput('source', bytes, (image) =>
    image
      .flatten({ background: '#fff' })
      .toColorspace('srgb')
      .resize({ width, height, fit: 'cover' })
      .removeAlpha()
      .raw()
      .toBuffer(),
  )

/**
 * Returns how much of every pixel is repainted, 0 to 1. Zero where the mask is black; inside the white it ramps up over
 * a few pixels, so that the seam lies in the repainted part. A mask with the source's ratio is cropped like the source;
 * any other is stretched to the picture.
 */
export const readMask = (bytes: Uint8Array, source: Uint8Array, { width, height }: Size): Promise<Float32Array> =>
  decodeInput('mask', bytes, async (image) => {
    const { autoOrient: sourceSize } = await (await openForeignImage(source)).metadata()
    const { autoOrient: maskSize } = await image.metadata()
    const hasSourceRatio =
      Math.abs((maskSize.width * sourceSize.height) / (maskSize.height * sourceSize.width) - 1) < 0.02
    const white = await image
      .flatten({ background: '#000' })
      .resize({ width, height, fit: hasSourceRatio ? 'cover' : 'fill', kernel: 'linear' })
      .greyscale()
      .raw()
      .toBuffer()
    const blurredMask = await sharp(white, { raw: { width, height, channels: 1 } })
      .blur(Math.max(1, Math.min(width, height) * FEATHER))
      .extractChannel(0)
      .raw()
      .toBuffer()
    const repaintShare = (v: number, i: number): number =>
      v <= BLACK_MAX ? 0 : (v / 255) * Math.min(1, Math.max(0, (2 * (blurredMask[i] ?? 0)) / 255 - 1) * 1.02)
    return Float32Array.from(white, repaintShare)
  })

/** Applies the new picture's colors to the source's light and shade: the shapes stay, the colors follow the prompt. */
const recolorSource = (source: Uint8Array, palette: Palette): Uint8Array => {
  const colors = colorRamp(
    [
      [0, palette.land],
      [0.3, palette.skyTop],
      [0.58, palette.skyMid],
      [0.82, palette.skyLow],
      [1, palette.light],
    ],
    256,
  )
  const out = new Uint8ClampedArray(source.length)
  for (let at = 0; at < source.length; at += 3) {
    const r = source[at] ?? 0
    const g = source[at + 1] ?? 0
    const b = source[at + 2] ?? 0
    const luma = 0.3 * r + 0.59 * g + 0.11 * b
    const color = colors[Math.round(luma)] ?? [0, 0, 0]
    const shade = 0.3 * color[0] + 0.59 * color[1] + 0.11 * color[2]
    const lift = (luma - shade) * 0.75
    out[at] = color[0] * 0.8 + (r - luma + shade) * 0.2 + lift
    out[at + 1] = color[1] * 0.8 + (g - luma + shade) * 0.2 + lift
    out[at + 2] = color[2] * 0.8 + (b - luma + shade) * 0.2 + lift
  }
  return new Uint8Array(out.buffer)
}

const channelStatistics = (
  pixels: Uint8Array,
  isIncluded: (pixel: number) => boolean,
): { mean: number; spread: number }[] =>
  [0, 1, 2].map((k) => {
    let n = 0
    let sum = 0
    let squares = 0
    for (let at = k, pixel = 0; at < pixels.length; at += 3, pixel++) {
      if (!isIncluded(pixel)) continue
      const v = pixels[at] ?? 0
      n += 1
      sum += v
      squares += v * v
    }
    const mean = n === 0 ? 128 : sum / n
    return { mean, spread: n === 0 ? 60 : Math.sqrt(Math.max(1, squares / n - mean * mean)) }
  })

/** Moves the new picture's colors halfway to those of the unmasked part, so that a patch fits its picture. */
const matchColors = (fresh: Uint8Array, source: Uint8Array, mask: Float32Array): Uint8Array => {
  const sourceStatistics = channelStatistics(source, (pixel) => (mask[pixel] ?? 0) === 0)
  const freshStatistics = channelStatistics(fresh, (pixel) => (mask[pixel] ?? 0) > 0)
  const out = new Uint8ClampedArray(fresh.length)
  for (let at = 0; at < fresh.length; at++) {
    const wanted = sourceStatistics[at % 3]
    const current = freshStatistics[at % 3]
    const v = fresh[at] ?? 0
    if (!wanted || !current) continue
    const scale = Math.min(1.6, Math.max(0.5, wanted.spread / current.spread))
    out[at] = v * 0.5 + ((v - current.mean) * scale + wanted.mean) * 0.5
  }
  return new Uint8Array(out.buffer)
}

export interface Edit {
  readonly source: Uint8Array
  readonly mask: Float32Array | undefined
  readonly strength: number | undefined
  readonly palette: Palette
}

/**
 * Mixes a fresh picture into a source. Strength 0 returns the source, 1 the fresh picture. In between, the source is
 * recolored first and then faded out, because a plain cross-fade looks like a double exposure.
 */
export const editSource = (fresh: Uint8Array, { source, mask, strength, palette }: Edit): Uint8Array => {
  const s = Math.min(1, Math.max(0, strength ?? (mask ? MASKED_STRENGTH : STRENGTH)))
  const target = mask ? matchColors(fresh, source, mask) : fresh
  const restyled = recolorSource(source, palette)
  const colorWeight = s - s ** 3
  const pictureWeight = s ** 3
  const out = new Uint8ClampedArray(source.length)
  for (let at = 0, pixel = 0; at < source.length; pixel++) {
    const share = mask ? (mask[pixel] ?? 0) : 1
    for (let k = 0; k < 3; k++, at++) {
      const v = source[at] ?? 0
      out[at] = v + share * (colorWeight * ((restyled[at] ?? 0) - v) + pictureWeight * ((target[at] ?? 0) - v))
    }
  }
  return new Uint8Array(out.buffer)
}
