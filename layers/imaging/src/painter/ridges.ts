import { blend, type Canvas, ramp } from './canvas.ts'
import { noiseTile } from './noise-tile.ts'
import { mix, type Oklch, oklch, toRgb } from './oklch.ts'
import type { Random } from './seeded-random.ts'

/** Upper edge of a strip of land: the y of every column. */
export type Profile = Float32Array

export type Relief = 'peaks' | 'hills' | 'dunes' | 'conifers' | 'shore' | 'mesas'

interface Shape {
  readonly width: number
  /** y of the valleys. */
  readonly base: number
  /** Height of the highest summit in pixels. */
  readonly rise: number
  /** Horizontal scale of the relief, in pixels. */
  readonly span: number
}

const waves = (x: number, offset: number, span: number, row: number): number =>
  noiseTile().at(offset + (x / span) * 128, row)

const ridgeAt = (x: number, offset: number, span: number): number => {
  let height = 0
  let weight = 0.58
  for (let octave = 0, s = span; octave < 6; octave++, s /= 2.05, weight *= 0.46)
    height += weight * (1 - Math.abs(2 * waves(x, offset + octave * 61, s * 2.6, offset * 3 + octave * 37) - 1) * 1.35)
  return height
}

/** Height of each relief at column `x`, about 0 to 1; `s` is the horizontal scale, `o` the offset in the noise. */
const RELIEF_HEIGHTS: Readonly<Record<Relief, (x: number, offset: number, span: number) => number>> = {
  peaks: (x, o, s) => Math.max(0, ridgeAt(x, o, s) - 0.25) * 1.25,
  hills: (x, o, s) => waves(x, o, s * 4.2, o) * 0.92 + waves(x, o, s * 0.5, o + 9) * 0.06,
  shore: (x, o, s) => waves(x, o, s * 3, o) * 0.8 + waves(x, o, s * 0.4, o + 5) * 0.2,
  dunes: (x, o, s) => {
    const phase = (x / (s * 0.9) + o + waves(x, o, s * 6, o) * 2.4) % 1
    const crest = phase < 0.72 ? (phase / 0.72) ** 1.7 : ((1 - phase) / 0.28) ** 1.25
    return 0.25 + 0.75 * crest * (0.35 + waves(x, o, s * 5, o + 20))
  },
  conifers: (x, o, s) => waves(x, o, s * 4, o) * 0.75,
  mesas: (x, o, s) => {
    const v = waves(x, o, s * 3, o)
    const step = ramp(0.5, 0.53, v) * 0.45 + ramp(0.6, 0.62, v) * 0.4 + v * 0.3
    return step * 0.9 + waves(x, o, s * 0.3, o + 7) * 0.12
  },
}

const addTrees = (profile: Profile, height: number, random: Random): void => {
  const { length } = profile
  const slope = profile.slice()
  for (let x = -height; x < length + height; x += random.between(0.05, 0.2) * height) {
    const treeHeight = height * random.between(0.5, 1) * (random.chance(0.12) ? 1.3 : 1)
    const halfWidth = treeHeight * random.between(0.13, 0.18)
    const foot = slope[Math.min(length - 1, Math.max(0, Math.round(x)))] ?? 0
    for (let px = Math.max(0, Math.ceil(x - halfWidth)); px < Math.min(length, x + halfWidth); px++) {
      const side = Math.abs(px - x) / halfWidth
      const notch = ((side * 4.2) % 1) * 0.2
      const top = foot - treeHeight * ((1 - side) ** 0.85 - notch * (1 - side)) + treeHeight * 0.12
      if (top < (profile[px] ?? 0)) profile[px] = top
    }
  }
}

export const profileOf = (relief: Relief, { width, base, rise, span }: Shape, random: Random): Profile => {
  const offset = random.between(0, 512)
  const profile = new Float32Array(width)
  for (let x = 0; x < width; x++) profile[x] = base - rise * RELIEF_HEIGHTS[relief](x, offset, span)
  if (relief === 'conifers') addTrees(profile, rise * 0.95, random)
  return profile
}

/** Colors and texture of a strip of land. */
export interface Surface {
  readonly top: Oklch
  readonly bottom: Oklch
  /** y of the lower edge of the strip. */
  readonly floor: number
  /** y at which the color reaches `bottom`. */
  readonly fadeEnd: number
  /** Color of surfaces that face the light, and the visibility of the ground's relief (0 to 1). */
  readonly lit: Oklch
  readonly texture: number
  readonly grainSize: number
  /** y above which snow lies; undefined without snow. A y below the picture covers the surface with snow. */
  readonly snowLine?: number | undefined
  /** -1: light from the left, 1: from the right. */
  readonly lightFrom: number
}

export const paintRidge = (
  { width, height, pixels }: Canvas,
  profile: Profile,
  surface: Surface,
  random: Random,
): void => {
  const tile = noiseTile()
  const steps = 256
  const shades = Array.from({ length: steps }, (_, i) => toRgb(mix(surface.top, surface.bottom, i / (steps - 1))))
  const lit = toRgb(surface.lit)
  const dark = toRgb(mix(surface.top, oklch(0.05, 0.03, surface.top.h), 0.6))
  const snow = toRgb(mix(surface.lit, oklch(0.97, 0.012, 250), 0.72))
  const snowShade = toRgb(mix(surface.top, oklch(0.8, 0.05, 260), 0.6))
  const ox = random.between(0, 512)
  const oy = random.between(0, 512)
  const frequency = 1 / surface.grainSize
  // Snow that covers the whole surface is smooth; on rock it shows the faces.
  const snowContrast = (surface.snowLine ?? 0) > height ? 0.6 : 0.1
  const floor = Math.min(height, Math.ceil(surface.floor))
  // Rock breaks along edges, so about half of the height comes from sharp folds, which run downhill.
  const foldHeight = (u: number, v: number): number =>
    0.55 * (1 - Math.abs(2 * tile.at(u * 0.55, v * 0.34) - 1)) + 0.45 * tile.at(u * 1.3 + 50, v * 1.1)
  const slopes = profile.map(
    (_, x) => ((profile[Math.min(width - 1, x + 12)] ?? 0) - (profile[Math.max(0, x - 12)] ?? 0)) / 24,
  )
  for (let x = 0; x < width; x++) {
    const top = profile[x] ?? height
    const start = Math.max(0, Math.floor(top))
    for (let y = start; y < floor; y++) {
      const offset = (y * width + x) * 3
      const opacity = y === start ? 1 - (top - start) : 1
      const depth = Math.min(1, Math.max(0, (y - top) / Math.max(1, surface.fadeEnd - top)))
      const shade = shades[Math.floor(depth * (steps - 1))] ?? lit
      blend(pixels, offset, shade, opacity)
      if (surface.texture === 0) continue
      const u = ox + x * frequency
      const v = oy + y * frequency * 1.6
      const bump = foldHeight(u - 2.6 * surface.lightFrom, v - 1.8) - foldHeight(u + 2.6 * surface.lightFrom, v + 1.8)
      // Reads the slope from a neighboring column, so that a face of the ridge slants to one side on its way down.
      const slopeColumn = x + (tile.at(u * 0.5 + 200, v * 0.3) - 0.5) * (y - top) * 3.4
      const slope = slopes[Math.min(width - 1, Math.max(0, Math.round(slopeColumn)))] ?? 0
      const facing = bump * 3.2 - slope * surface.lightFrom * 0.34 * (1 - depth)
      const fade = surface.texture * (1 - depth * 0.65) * opacity
      if (surface.snowLine !== undefined) {
        const edge = y - surface.snowLine + (tile.at(u * 0.9, v * 1.1) - 0.5) * surface.grainSize * 120
        const snowOpacity = ramp(0, surface.grainSize * 7, -edge) * opacity
        if (snowOpacity > 0.01) {
          blend(pixels, offset, snowShade, snowOpacity * 0.9)
          blend(pixels, offset, snow, snowOpacity * 0.95 * ramp(-snowContrast, snowContrast * 0.8, facing))
        }
      }
      if (facing > 0) blend(pixels, offset, lit, Math.min(0.75, facing * 1.1) * fade)
      else blend(pixels, offset, dark, Math.min(0.6, -facing) * fade)
    }
  }
}
