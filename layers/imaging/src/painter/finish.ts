import sharp from 'sharp'
import type { Canvas } from './canvas.ts'
import { noiseTile } from './noise-tile.ts'
import type { Random } from './seeded-random.ts'
import type { Style } from './style.ts'

const bytesOf = ({ pixels }: Canvas): Uint8Array => {
  const bytes = new Uint8ClampedArray(pixels.length)
  bytes.set(pixels)
  return new Uint8Array(bytes.buffer)
}

/** Returns a blurred small copy, enlarged to full size: the light that a lens spreads. */
const blurCanvas = async (canvas: Canvas, share: number): Promise<Buffer> => {
  const { width, height } = canvas
  const small = { width: Math.max(8, Math.round(width / 8)), height: Math.max(8, Math.round(height / 8)) }
  const sigma = Math.max(0.8, Math.min(small.width, small.height) * share)
  const reduced = await sharp(bytesOf(canvas), { raw: { width, height, channels: 3 } })
    .resize({ ...small, fit: 'fill', kernel: 'linear' })
    .blur(sigma)
    .raw()
    .toBuffer()
  return sharp(reduced, { raw: { ...small, channels: 3 } })
    .resize({ width, height, fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer()
}

/**
 * Shifts the pixels slightly, like brush strokes: neighboring pixels shift together, in a direction that changes
 * slowly.
 */
const applyBrush = ({ width, height, pixels }: Canvas, strokes: number): Canvas => {
  const tile = noiseTile()
  const maxShift = (Math.min(width, height) / 1000) * 26 * strokes
  const dabFrequency = 620 / Math.min(width, height)
  const moved = new Float32Array(pixels.length)
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) {
      const angle = tile.at(x * dabFrequency * 0.09, y * dabFrequency * 0.09) * 14
      const distance = (tile.at(x * dabFrequency, y * dabFrequency) - 0.5) * maxShift
      const sx = Math.min(width - 1, Math.max(0, Math.round(x + Math.cos(angle) * distance)))
      const sy = Math.min(height - 1, Math.max(0, Math.round(y + Math.sin(angle) * distance)))
      const source = (sy * width + sx) * 3
      const relief = 1 + (tile.at(x * dabFrequency * 2.2, y * dabFrequency * 2.2) - 0.5) * 0.13 * strokes
      moved[at] = (pixels[source] ?? 0) * relief
      moved[at + 1] = (pixels[source + 1] ?? 0) * relief
      moved[at + 2] = (pixels[source + 2] ?? 0) * relief
    }
  return { width, height, pixels: moved }
}

export const finishPicture = async (drawn: Canvas, style: Style, random: Random): Promise<Uint8Array> => {
  const canvas = style.strokes > 0 ? applyBrush(drawn, style.strokes) : drawn
  const { width, height, pixels } = canvas
  const blurred = await blurCanvas(canvas, 0.035)
  const out = new Uint8ClampedArray(pixels.length)
  const grain = 2.2 + style.grain * 7
  const contrast = style.crispness * 0.22
  let noise = random.integer(1, 0x7fffffff)
  for (let y = 0, at = 0; y < height; y++) {
    const dy = (y / height - 0.5) ** 2
    for (let x = 0; x < width; x++, at += 3) {
      const dx = (x / width - 0.5) ** 2
      const vignette = 1 - style.vignette * 0.75 * (dx + dy) ** 1.15
      // Triangular noise: the sum of two xorshift bytes, which also dithers the gradients.
      noise ^= noise << 13
      noise ^= noise >>> 17
      noise ^= noise << 5
      const speck = (((noise & 255) + ((noise >>> 8) & 255)) / 255 - 1) * grain
      const r0 = pixels[at] ?? 0
      const g0 = pixels[at + 1] ?? 0
      const b0 = pixels[at + 2] ?? 0
      const luma = 0.3 * r0 + 0.59 * g0 + 0.11 * b0
      const film = speck * (0.35 + (0.65 * Math.sqrt(Math.max(0, luma * (255 - luma)))) / 127)
      for (let k = 0; k < 3; k++) {
        const v = k === 0 ? r0 : k === 1 ? g0 : b0
        const s = blurred[at + k] ?? 0
        const crisp = v + (v - s) * contrast
        const glow = style.bloom * 0.42 * (s / 255) ** 2.2
        const lit = crisp + ((255 - crisp) * glow * Math.max(0, s - v * 0.35)) / 255
        out[at + k] = (luma + (lit - luma) * style.vibrance) * vignette + film
      }
    }
  }
  return new Uint8Array(out.buffer)
}
