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

/** Blends a color over one pixel; `opacity` is 0 to 1. */
export const blend = (pixels: Float32Array, offset: number, color: Rgb, opacity: number): void => {
  const keep = 1 - opacity
  pixels[offset] = (pixels[offset] ?? 0) * keep + color[0] * opacity
  pixels[offset + 1] = (pixels[offset + 1] ?? 0) * keep + color[1] * opacity
  pixels[offset + 2] = (pixels[offset + 2] ?? 0) * keep + color[2] * opacity
}

/** Adds light to one pixel like a lens: it brightens toward white and does not clip. */
export const addLight = (pixels: Float32Array, offset: number, light: Rgb, amount: number): void => {
  for (let k = 0; k < 3; k++) {
    const v = pixels[offset + k] ?? 0
    pixels[offset + k] = v + ((255 - v) * (light[k] ?? 0) * amount) / 255
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
  for (let source = 0, target = 0; source < rgba.length; source += 4, target += 3) {
    const alpha = rgba[source + 3] ?? 0
    if (alpha === 0) continue
    const opacity = alpha / 255
    const keep = 1 - opacity
    pixels[target] = (pixels[target] ?? 0) * keep + (rgba[source] ?? 0) * opacity
    pixels[target + 1] = (pixels[target + 1] ?? 0) * keep + (rgba[source + 1] ?? 0) * opacity
    pixels[target + 2] = (pixels[target + 2] ?? 0) * keep + (rgba[source + 2] ?? 0) * opacity
  }
}

/** Smooth step from 0 at `low` to 1 at `high`. */
export const ramp = (low: number, high: number, value: number): number => {
  const t = Math.min(1, Math.max(0, (value - low) / (high - low)))
  return t * t * (3 - 2 * t)
}
