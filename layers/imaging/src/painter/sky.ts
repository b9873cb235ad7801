import { addLight, blend, type Canvas, ramp } from './canvas.ts'
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

/**
 * Returns colors in equal steps from the first to the last, for lookup by a share from 0 to 1.
 * With the default steps, the index is the share times 511.
 */
export const colorRamp = (stops: readonly (readonly [number, Oklch])[], steps = 512): Rgb[] =>
  Array.from({ length: steps }, (_, i) => {
    const position = i / (steps - 1)
    const nextIndex = stops.findIndex(([at]) => at >= position)
    const upper = stops[nextIndex === -1 ? stops.length - 1 : nextIndex]
    const lower = stops[Math.max(0, nextIndex === -1 ? stops.length - 1 : nextIndex - 1)]
    if (!upper || !lower || upper === lower) return toRgb((upper ?? lower)?.[1] ?? oklch(0, 0, 0))
    return toRgb(mix(lower[1], upper[1], (position - lower[0]) / (upper[0] - lower[0])))
  })

export const paintSky = ({ width, height, pixels }: Canvas, palette: Palette, horizon: number, light: Light): void => {
  const colors = colorRamp([
    [0, palette.skyTop],
    [0.52, palette.skyMid],
    [1, palette.skyLow],
  ])
  const glow = toRgb(palette.light)
  const glowRadius = Math.hypot(width, height) * (light.isMoon ? 0.16 : 0.3)
  const strength = light.isMoon ? 0.3 : 0.5
  for (let y = 0, offset = 0; y < height; y++) {
    const color = colors[Math.min(511, Math.floor(Math.min(1, y / horizon) ** 0.92 * 511))] ?? glow
    const dy = (y - light.y) * 1.25
    for (let x = 0; x < width; x++, offset += 3) {
      const d = Math.sqrt((x - light.x) ** 2 + dy * dy) / glowRadius
      pixels[offset] = color[0]
      pixels[offset + 1] = color[1]
      pixels[offset + 2] = color[2]
      if (d < 3) addLight(pixels, offset, glow, strength * Math.exp(-d * 1.8))
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
      const opacity = Math.min(1, Math.max(0, radius - d + 0.5))
      if (opacity === 0) continue
      const offset = (py * width + px) * 3
      blend(pixels, offset, bright, opacity)
      if (!isMoon) continue
      const mariaShare = ramp(0.52, 0.66, tile.at(((px - x) / radius) * 60 + 90, ((py - y) / radius) * 60 + 40))
      blend(pixels, offset, shade, opacity * (mariaShare * 0.4 + 0.25 * (d / radius) ** 4))
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
      const opacity = ramp(threshold, threshold + 0.2, dense) * fade
      if (opacity < 0.004) continue
      const towardLight = density(u + 7 * Math.max(-1, Math.min(1, (light.x - x) / (width * 0.2))), v - 9)
      const shine = Math.min(1, Math.max(0, 0.62 + (dense - towardLight) * 5 - (dense - threshold) * 1.1))
      const offset = (y * width + x) * 3
      blend(pixels, offset, shaded, opacity * 0.85 * (1 - shine))
      blend(pixels, offset, lit, opacity * 0.85 * shine)
    }
  }
}

/** Paints stars above the land: few bright ones among many faint ones. */
export const paintStars = ({ width, height, pixels }: Canvas, lowest: number, count: number, random: Random): void => {
  const unit = Math.min(width, height) / 1000
  for (let star = 0; star < count; star++) {
    const x = random.between(2, width - 3)
    const y = random.next() ** 1.25 * lowest
    const magnitude = random.next() ** 5
    const radius = (0.55 + magnitude * 1.7) * Math.max(0.7, unit)
    const warmth = random.next()
    const color: Rgb = [235 + 20 * warmth, 240, 255 - 45 * warmth]
    const brightness = (0.25 + 0.75 * magnitude) * (1 - 0.8 * (y / lowest) ** 3)
    const r = Math.ceil(radius * 3)
    for (let py = Math.max(0, Math.floor(y) - r); py <= Math.min(height - 1, y + r); py++)
      for (let px = Math.max(0, Math.floor(x) - r); px <= Math.min(width - 1, x + r); px++) {
        const d = ((px - x) ** 2 + (py - y) ** 2) / (radius * radius)
        addLight(pixels, (py * width + px) * 3, color, brightness * Math.exp(-d * 1.6))
      }
  }
}
