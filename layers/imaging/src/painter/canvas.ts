import sharp from 'sharp'
import type { Rgb } from './oklch.ts'

/** A picture in progress: RGB, 0 to 255, as floats so that soft gradients do not band before the grain is added. */
export interface Canvas {
  readonly width: number
  readonly height: number
  readonly pixels: Float32Array
}

export const newCanvas = (width: number, height: number): Canvas => ({
  width,
  height,
  pixels: new Float32Array(width * height * 3),
})

/** Blends a color over one pixel; `cover` from 0 to 1. */
export const blend = (pixels: Float32Array, at: number, color: Rgb, cover: number): void => {
  const keep = 1 - cover
  pixels[at] = (pixels[at] ?? 0) * keep + color[0] * cover
  pixels[at + 1] = (pixels[at + 1] ?? 0) * keep + color[1] * cover
  pixels[at + 2] = (pixels[at + 2] ?? 0) * keep + color[2] * cover
}

/** Adds light to one pixel like a lens: it brightens toward white and does not clip. */
export const screen = (pixels: Float32Array, at: number, light: Rgb, amount: number): void => {
  for (let k = 0; k < 3; k++) {
    const v = pixels[at + k] ?? 0
    pixels[at + k] = v + ((255 - v) * (light[k] ?? 0) * amount) / 255
  }
}

/** Draws SVG elements over the canvas. The elements come from code; they never contain text of the caller. */
export const drawSvg = async ({ width, height, pixels }: Canvas, elements: string): Promise<void> => {
  if (elements === '') return
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`
  const rgba = await sharp(Buffer.from(`${head}${elements}</svg>`))
    .ensureAlpha()
    .raw()
    .toBuffer()
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    const alpha = rgba[from + 3] ?? 0
    if (alpha === 0) continue
    const cover = alpha / 255
    const keep = 1 - cover
    pixels[to] = (pixels[to] ?? 0) * keep + (rgba[from] ?? 0) * cover
    pixels[to + 1] = (pixels[to + 1] ?? 0) * keep + (rgba[from + 1] ?? 0) * cover
    pixels[to + 2] = (pixels[to + 2] ?? 0) * keep + (rgba[from + 2] ?? 0) * cover
  }
}

/** Smooth step from 0 at `low` to 1 at `high`. */
export const ramp = (low: number, high: number, value: number): number => {
  const t = Math.min(1, Math.max(0, (value - low) / (high - low)))
  return t * t * (3 - 2 * t)
}
