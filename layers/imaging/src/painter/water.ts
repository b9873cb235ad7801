import { addLight, blend, type Canvas, ramp } from './canvas.ts'
import { noiseTile } from './noise-tile.ts'
import { adjust, toRgb } from './oklch.ts'
import type { Palette } from './palette.ts'
import type { Random } from './seeded-random.ts'
import type { Light } from './sky.ts'

export interface Water {
  readonly shore: number
  /** 0: a mirror, 1: open sea in wind. */
  readonly swell: number
}

/**
 * Paints water from `shore` to the bottom: it mirrors the picture above, broken by waves that grow toward the viewer,
 * and carries the glitter of the light.
 */
export const paintWater = (
  canvas: Canvas,
  palette: Palette,
  { shore, swell }: Water,
  light: Light,
  random: Random,
): void => {
  const { width, height, pixels } = canvas
  const tile = noiseTile()
  const top = Math.round(shore)
  const depth = height - top
  const surfaceColor = toRgb(palette.water)
  const deepColor = toRgb(adjust(palette.water, { l: -0.1 * palette.water.l - 0.06 }))
  const shine = toRgb(palette.light)
  const ox = random.between(0, 512)
  const oy = random.between(0, 512)
  const unit = 1000 / Math.min(width, height)
  for (let y = top; y < height; y++) {
    const near = (y - top) / depth
    const perspective = 1 / (0.06 + near)
    const v = oy + ((perspective * 60) % 4096)
    const mirror = Math.max(0, 0.86 - 0.5 * near - 0.28 * swell)
    const maxShift = (4 + 26 * near) * (0.35 + swell)
    for (let x = 0; x < width; x++) {
      const u = ox + (x - width / 2) * unit * perspective * 0.09
      const wave = 0.6 * tile.at(u, v * 3.1) + 0.4 * tile.at(u * 2.3 + 90, v * 7.3 + 40) - 0.5
      const sx = Math.min(width - 1, Math.max(0, Math.round(x + wave * maxShift * 2.2)))
      const sy = Math.min(top - 1, Math.max(0, Math.round(top - 1 - (y - top) * 0.92 + wave * maxShift * 5)))
      const mirrored = (sy * width + sx) * 3
      const offset = (y * width + x) * 3
      for (let k = 0; k < 3; k++) {
        const color = (surfaceColor[k] ?? 0) + ((deepColor[k] ?? 0) - (surfaceColor[k] ?? 0)) * near
        const reflected = color + ((pixels[mirrored + k] ?? 0) - color) * mirror
        pixels[offset + k] = reflected * (1 + wave * (0.35 + 0.5 * swell))
      }
      const path = Math.exp(-(((x - light.x) / (width * (0.03 + 0.13 * near))) ** 2))
      const glint = ramp(0.02, 0.16, wave + 0.03) * path * (light.isMoon ? 0.6 : 0.75)
      if (glint > 0.01) addLight(pixels, offset, shine, glint)
    }
  }
  for (let x = 0; x < width; x++) blend(pixels, (top * width + x) * 3, toRgb(palette.haze), 0.35)
}
