import { addLight, blend, type Canvas, drawSvg, ramp } from '../canvas.ts'
import { noiseTile } from '../noise-tile.ts'
import { adjust, mix, type Oklch, oklch, toRgb } from '../oklch.ts'
import type { Palette } from '../palette.ts'
import type { Random } from '../seeded-random.ts'
import { colorRamp, paintStars } from '../sky.ts'
import { SUBJECTS } from '../subjects/draw-subject.ts'
import type { PaintScene } from './scene.ts'

interface Globe {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly colors: readonly [Oklch, Oklch, Oklch]
  /** true: a gas giant with bands; false: seas and land. */
  readonly isBanded: boolean
  readonly tilt: number
  readonly hasRings: boolean
}

const paintNebula = ({ width, height, pixels }: Canvas, palette: Palette, random: Random): void => {
  const tile = noiseTile()
  const scale = 150 / Math.min(width, height)
  const ox = random.between(0, 512)
  const oy = random.between(0, 512)
  const emptySpace = mix(palette.skyTop, oklch(0.09, 0.03, palette.skyTop.h), 0.75)
  const colors = colorRamp([
    [0, emptySpace],
    [0.35, mix(emptySpace, palette.skyMid, 0.45)],
    [0.62, adjust(palette.skyMid, { l: 0.02, c: 1.15 })],
    [0.84, mix(palette.skyLow, palette.accent, 0.35)],
    [1, palette.light],
  ])
  const lean = random.between(-0.6, 0.6)
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) {
      const u = ox + x * scale
      const v = oy + y * scale
      const wx = tile.at(u * 0.8, v * 0.8) - 0.5
      const wy = tile.at(u * 0.8 + 170, v * 0.8 + 90) - 0.5
      const gas = tile.at(u * 1.1 + wx * 150, v * 1.1 + wy * 150)
      const dustNoise = tile.at(u * 2.2 + wy * 120 + 60, v * 2.2 + wx * 120)
      const band = Math.exp(-(((y / height - 0.5 - lean * (x / width - 0.5)) / 0.34) ** 2))
      const dust = ramp(0.5, 0.68, dustNoise) * 0.42
      const glow = Math.min(0.999, Math.max(0, (gas - 0.3) * 1.5 * (0.35 + 0.75 * band) - dust * band))
      const color = colors[Math.floor(glow * 511)] ?? [0, 0, 0]
      pixels[at] = color[0]
      pixels[at + 1] = color[1]
      pixels[at + 2] = color[2]
    }
}

const paintGlobe = ({ width, height, pixels }: Canvas, globe: Globe, palette: Palette, random: Random): void => {
  const { x, y, radius, tilt } = globe
  const tile = noiseTile()
  const surface = colorRamp([
    [0, globe.colors[0]],
    [0.45, globe.colors[1]],
    [1, globe.colors[2]],
  ])
  const air = toRgb(mix(palette.skyLow, palette.light, 0.4))
  const ox = random.between(0, 512)
  const oy = random.between(0, 512)
  // Direction to the light: up, to the left, and toward the viewer.
  const lx = -0.62
  const ly = -0.42
  const lz = 0.66
  const haloRadius = radius * 1.1
  for (let py = Math.max(0, Math.floor(y - haloRadius)); py < Math.min(height, y + haloRadius); py++)
    for (let px = Math.max(0, Math.floor(x - haloRadius)); px < Math.min(width, x + haloRadius); px++) {
      const nx = (px - x) / radius
      const ny = (py - y) / radius
      const d = Math.sqrt(nx * nx + ny * ny)
      const at = (py * width + px) * 3
      const facing = nx * lx + ny * ly
      if (d > 1) addLight(pixels, at, air, Math.exp(-(d - 1) * 34) * 0.55 * ramp(-0.35, 0.7, facing))
      const opacity = Math.min(1, Math.max(0, (1 - d) * radius + 0.5))
      if (opacity === 0) continue
      const nz = Math.sqrt(Math.max(0, 1 - d * d))
      const along = Math.atan2(nx * Math.cos(tilt) + ny * Math.sin(tilt), nz + 0.25) * 60
      const across = (ny * Math.cos(tilt) - nx * Math.sin(tilt)) * 95
      const swirl = (tile.at(ox + along, oy + across * 1.6) - 0.5) * (globe.isBanded ? 26 : 60)
      const value = globe.isBanded
        ? tile.at(ox + along * 0.06, oy + across * 1.7 + swirl)
        : tile.at(ox + along * 1.3 + swirl, oy + across)
      const color = surface[Math.floor(ramp(0.25, 0.75, value) * 511)] ?? air
      const day = ramp(-0.08, 0.95, facing + nz * lz)
      const shade = 0.025 + 1.06 * day
      blend(
        pixels,
        at,
        [Math.min(255, color[0] * shade), Math.min(255, color[1] * shade), Math.min(255, color[2] * shade)],
        opacity,
      )
      addLight(pixels, at, air, opacity * (1 - nz) ** 3 * day * 0.8)
    }
}

/** Paints one half of a ring system: the far half before the globe, the near half after it. */
const paintRings = ({ width, height, pixels }: Canvas, globe: Globe, { isNear }: { isNear: boolean }): void => {
  const { x, y, radius, tilt } = globe
  const tile = noiseTile()
  const color = toRgb(mix(globe.colors[2], oklch(0.9, 0.03, 80), 0.4))
  const ringRadius = radius * 2.3
  const cos = Math.cos(tilt)
  const sin = Math.sin(tilt)
  for (let py = Math.max(0, Math.floor(y - ringRadius)); py < Math.min(height, y + ringRadius); py++)
    for (let px = Math.max(0, Math.floor(x - ringRadius)); px < Math.min(width, x + ringRadius); px++) {
      const along = (px - x) * cos + (py - y) * sin
      const across = ((py - y) * cos - (px - x) * sin) / 0.27
      if (across > 0 !== isNear) continue
      const r = Math.hypot(along, across) / radius
      if (r < 1.28 || r > 2.25) continue
      const bands = 0.25 + 0.75 * tile.at(r * 160, 33)
      const gap = Math.abs(r - 1.86) < 0.035 ? 0.12 : 1
      blend(pixels, (py * width + px) * 3, color, bands * gap * 0.8 * ramp(1.28, 1.4, r) * ramp(2.25, 2.15, r))
    }
}

export const paintSpace: PaintScene = async ({ canvas, brief, palette: requestedPalette, random }) => {
  const palette: Palette = brief.time ? requestedPalette : { ...requestedPalette, isDark: true }
  const { width, height } = canvas
  const unit = Math.min(width, height)
  paintNebula(canvas, palette, random.fork('nebula'))
  paintStars(canvas, height * 1.9, 1100, random.fork('stars'))
  const globeRandom = random.fork('globes')
  const fx = globeRandom.pick([0.34, 0.66])
  const fy = globeRandom.pick([0.4, 0.6])
  const hue = palette.accent.h
  const isBanded = globeRandom.chance(0.75)
  const globe: Globe = {
    x: width * fx,
    y: height * fy,
    radius: unit * globeRandom.between(0.17, 0.25),
    colors: [oklch(0.4, 0.1, hue), mix(oklch(0.68, 0.12, hue), palette.skyLow, 0.3), oklch(0.9, 0.06, hue + 40)],
    isBanded,
    tilt: globeRandom.between(-0.5, 0.5),
    hasRings: isBanded,
  }
  if (globe.hasRings) paintRings(canvas, globe, { isNear: false })
  paintGlobe(canvas, globe, palette, globeRandom.fork('main'))
  if (globe.hasRings) paintRings(canvas, globe, { isNear: true })
  const moon: Globe = {
    ...globe,
    x: width * (1 - fx) + unit * globeRandom.between(-0.08, 0.08),
    y: height * globeRandom.between(0.18, 0.34),
    radius: unit * globeRandom.between(0.04, 0.08),
    colors: [oklch(0.45, 0.03, hue + 120), oklch(0.62, 0.04, hue + 130), oklch(0.85, 0.03, hue + 140)],
    isBanded: false,
  }
  paintGlobe(canvas, moon, palette, globeRandom.fork('moon'))
  const subject = brief.subjects[0]
  if (!subject) return
  const subjectKind = SUBJECTS[subject.name]
  const placement = {
    x: width * (1 - fx),
    y: height * 0.82,
    size: unit * subjectKind.size,
    palette,
    color: subject.color,
    lightFrom: -1,
    random: globeRandom,
  }
  await drawSvg(canvas, subjectKind.draw(placement))
}
