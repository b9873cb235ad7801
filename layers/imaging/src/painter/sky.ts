import { blend, type Canvas, ramp, screen } from './canvas.ts'
import { noiseTile } from './noise-tile.ts'
import { adjust, mix, type Oklch, oklch, type Rgb, toRgb } from './oklch.ts'
import type { Palette } from './palette.ts'
import type { Random } from './seeded-random.ts'

export interface Light {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly isMoon: boolean
}

/** Returns colors in equal steps from the first to the last, for lookup by a share from 0 to 1. */
export const colorRamp = (stops: readonly (readonly [number, Oklch])[], steps = 512): Rgb[] =>
  Array.from({ length: steps }, (_, i) => {
    const share = i / (steps - 1)
    const next = stops.findIndex(([at]) => at >= share)
    const after = stops[next === -1 ? stops.length - 1 : next]
    const before = stops[Math.max(0, next === -1 ? stops.length - 1 : next - 1)]
    if (!after || !before || after === before) return toRgb((after ?? before)?.[1] ?? oklch(0, 0, 0))
    return toRgb(mix(before[1], after[1], (share - before[0]) / (after[0] - before[0])))
  })

export const paintSky = ({ width, height, pixels }: Canvas, palette: Palette, horizon: number, light: Light): void => {
  const colors = colorRamp([
    [0, palette.skyTop],
    [0.52, palette.skyMid],
    [1, palette.skyLow],
  ])
  const glow = toRgb(palette.light)
  const reach = Math.hypot(width, height) * (light.isMoon ? 0.16 : 0.3)
  const strength = light.isMoon ? 0.3 : 0.5
  for (let y = 0, at = 0; y < height; y++) {
    const color = colors[Math.min(511, Math.floor(Math.min(1, y / horizon) ** 0.92 * 511))] ?? glow
    const dy = (y - light.y) * 1.25
    for (let x = 0; x < width; x++, at += 3) {
      const d = Math.sqrt((x - light.x) ** 2 + dy * dy) / reach
      pixels[at] = color[0]
      pixels[at + 1] = color[1]
      pixels[at + 2] = color[2]
      if (d < 3) screen(pixels, at, glow, strength * Math.exp(-d * 1.8))
    }
  }
}

export const paintDisc = (
  { width, height, pixels }: Canvas,
  palette: Palette,
  { x, y, radius, isMoon }: Light,
): void => {
  const tile = noiseTile()
  const bright = toRgb(isMoon ? adjust(palette.light, { l: 0.01 }) : mix(palette.light, oklch(0.99, 0.03, 95), 0.5))
  const shade = toRgb(mix(palette.light, palette.skyMid, 0.45))
  for (let py = Math.max(0, Math.floor(y - radius - 2)); py < Math.min(height, y + radius + 2); py++) {
    for (let px = Math.max(0, Math.floor(x - radius - 2)); px < Math.min(width, x + radius + 2); px++) {
      const d = Math.hypot(px - x, py - y)
      const cover = Math.min(1, Math.max(0, radius - d + 0.5))
      if (cover === 0) continue
      const at = (py * width + px) * 3
      blend(pixels, at, bright, cover)
      if (!isMoon) continue
      const seas = ramp(0.52, 0.66, tile.at(((px - x) / radius) * 60 + 90, ((py - y) / radius) * 60 + 40))
      blend(pixels, at, shade, cover * (seas * 0.4 + 0.25 * (d / radius) ** 4))
    }
  }
}

export interface Clouds {
  readonly amount: number
  readonly lit: Oklch
  readonly shaded: Oklch
  /** Ratio of width to height of the clouds. */
  readonly stretch: number
}

export const paintClouds = (canvas: Canvas, horizon: number, clouds: Clouds, light: Light, random: Random): void => {
  const { width, height, pixels } = canvas
  const tile = noiseTile()
  const ox = random.between(0, 512)
  const oy = random.between(0, 512)
  const scale = random.between(300, 380) / Math.min(width, height)
  const lit = toRgb(clouds.lit)
  const shaded = toRgb(clouds.shaded)
  const threshold = 0.68 - clouds.amount * 0.34
  const bottom = Math.min(height, Math.floor(horizon))
  const density = (x: number, y: number): number => {
    const wx = x + 40 * tile.at(y * 0.6 + 100, x * 0.25)
    return 0.62 * tile.at(wx, y) + 0.38 * tile.at(wx * 2.7 + 70, y * 2.7 + 30)
  }
  for (let y = 0; y < bottom; y++) {
    const depth = 1 / (1.12 - 0.8 * (y / horizon))
    const v = oy + depth * 190
    const fade = ramp(1, 0.72, y / horizon) * 0.9 + 0.1
    for (let x = 0; x < width; x++) {
      const u = ox + ((x - width / 2) * scale * depth) / clouds.stretch
      const dense = density(u, v)
      const cover = ramp(threshold, threshold + 0.2, dense) * fade
      if (cover < 0.004) continue
      const towardLight = density(u + 7 * Math.max(-1, Math.min(1, (light.x - x) / (width * 0.2))), v - 9)
      const shine = Math.min(1, Math.max(0, 0.62 + (dense - towardLight) * 5 - (dense - threshold) * 1.1))
      const at = (y * width + x) * 3
      blend(pixels, at, shaded, cover * 0.85 * (1 - shine))
      blend(pixels, at, lit, cover * 0.85 * shine)
    }
  }
}

/** Paints stars above the land: few bright ones among many faint ones. */
export const paintStars = ({ width, height, pixels }: Canvas, until: number, count: number, random: Random): void => {
  const unit = Math.min(width, height) / 1000
  for (let star = 0; star < count; star++) {
    const x = random.between(2, width - 3)
    const y = random.next() ** 1.25 * until
    const bright = random.next() ** 5
    const radius = (0.55 + bright * 1.7) * Math.max(0.7, unit)
    const warm = random.next()
    const color: Rgb = [235 + 20 * warm, 240, 255 - 45 * warm]
    const dim = (0.25 + 0.75 * bright) * (1 - 0.8 * (y / until) ** 3)
    const r = Math.ceil(radius * 3)
    for (let py = Math.max(0, Math.floor(y) - r); py <= Math.min(height - 1, y + r); py++)
      for (let px = Math.max(0, Math.floor(x) - r); px <= Math.min(width - 1, x + r); px++) {
        const d = ((px - x) ** 2 + (py - y) ** 2) / (radius * radius)
        screen(pixels, (py * width + px) * 3, color, dim * Math.exp(-d * 1.6))
      }
  }
}
