import { drawSvg } from '../canvas.ts'
import { noiseTile } from '../noise-tile.ts'
import { hex, mix, mixStraight, type Oklch, oklch, toRgb } from '../oklch.ts'
import type { Palette } from '../palette.ts'
import type { Random } from '../seeded-random.ts'
import { SUBJECTS } from '../subjects/draw-subject.ts'
import type { PaintScene, SceneContext } from './scene.ts'

interface Flower {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly color: Oklch
  readonly petals: number
  readonly rings: number
  /** Petal width as a share of its length. */
  readonly breadth: number
}

const paintBackground = async ({ canvas, palette, random }: SceneContext): Promise<void> => {
  const { width, height, pixels } = canvas
  const tile = noiseTile()
  const fork = random.fork('garden')
  const ox = fork.between(0, 512)
  const oy = fork.between(0, 512)
  const scale = 26 / Math.min(width, height)
  const [deep, leaf, air] = [
    mix(palette.leaf, palette.land, 0.75),
    mix(palette.leaf, palette.skyTop, 0.25),
    mix(palette.skyMid, palette.skyLow, 0.4),
  ].map(toRgb)
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) {
      const n = tile.at(ox + x * scale, oy + y * scale)
      const upperShare = Math.min(1, Math.max(0, 1.02 - y / height + (n - 0.5) * 1.5))
      for (let k = 0; k < 3; k++) {
        const lower = (deep?.[k] ?? 0) + ((leaf?.[k] ?? 0) - (deep?.[k] ?? 0)) * Math.min(1, upperShare * 1.7)
        pixels[at + k] = lower + ((air?.[k] ?? 0) - lower) * Math.max(0, upperShare - 0.4) * 1.35
      }
    }
  const unit = Math.min(width, height)
  const discs = Array.from({ length: 38 }, () => {
    const color = mix(fork.chance(0.5) ? palette.light : palette.accent, palette.skyLow, fork.between(0.1, 0.7))
    return `<circle cx="${fork.between(0, width).toFixed(0)}" cy="${(fork.next() ** 1.3 * height).toFixed(0)}" r="${(unit * fork.between(0.012, 0.065)).toFixed(1)}" fill="${hex(color)}" fill-opacity="${fork.between(0.06, 0.2).toFixed(2)}" stroke="${hex(color)}" stroke-opacity="0.16" stroke-width="${unit * 0.002}"/>`
  })
  await drawSvg(canvas, discs.join(''))
}

const drawStem = ({ x, y, radius }: Flower, height: number, palette: Palette, random: Random): string => {
  const lean = random.between(-0.5, 0.5) * radius
  const near = hex(mix(palette.leaf, palette.land, 0.45))
  const far = hex(mix(palette.leaf, palette.light, 0.22))
  const leaf = (side: number, share: number): string => {
    const lx = x + lean * share
    const ly = y + (height - y) * share
    const leafLength = radius * random.between(0.9, 1.35) * side
    return `<path fill="${near}" d="M${lx} ${ly} C${lx + leafLength * 0.3} ${ly - radius * 0.75} ${lx + leafLength} ${ly - radius * 0.7} ${lx + leafLength * 1.15} ${ly - radius * 0.85} C${lx + leafLength} ${ly - radius * 0.2} ${lx + leafLength * 0.5} ${ly + radius * 0.08} ${lx} ${ly}Z"/><path fill="none" stroke="${far}" stroke-opacity="0.5" stroke-width="${radius * 0.016}" d="M${lx} ${ly} Q${lx + leafLength * 0.5} ${ly - radius * 0.42} ${lx + leafLength * 1.1} ${ly - radius * 0.82}"/>`
  }
  return `<path fill="none" stroke="${near}" stroke-width="${radius * 0.085}" d="M${x} ${y} Q${x + lean * 0.2} ${(y + height) / 2} ${x + lean} ${height + 10}"/><path fill="none" stroke="${far}" stroke-opacity="0.6" stroke-width="${radius * 0.022}" d="M${x - radius * 0.02} ${y} Q${x + lean * 0.2 - radius * 0.02} ${(y + height) / 2} ${x + lean - radius * 0.02} ${height + 10}"/>${leaf(1, 0.62)}${leaf(-1, 0.8)}`
}

const drawHead = (flower: Flower, palette: Palette, id: string, random: Random): string => {
  const { x, y, radius, color, petals, rings, breadth } = flower
  const tip = hex(mix(mix(color, oklch(0.97, 0.03, color.h), 0.35), palette.light, 0.15))
  const root = hex(mix({ ...color, l: color.l * 0.62 }, palette.land, 0.18))
  const fills = `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="100"><stop offset="0.05" stop-color="${root}"/><stop offset="0.55" stop-color="${hex(color)}"/><stop offset="1" stop-color="${tip}"/></radialGradient>`
  const ring = (r: number): string => {
    const size = 1 - r * (0.72 / rings)
    return Array.from({ length: petals }, (_, i) => {
      const angle = ((i + r * 0.5) * 360) / petals + random.between(-5, 5)
      const w = 100 * breadth * random.between(0.9, 1.1)
      const veins = `<path fill="none" stroke="${root}" stroke-opacity="0.25" stroke-width="1" d="M0 -14 Q${w * 0.1} -54 0 -92 M0 -14 Q${-w * 0.25} -50 ${-w * 0.22} -78 M0 -14 Q${w * 0.3} -50 ${w * 0.24} -78"/>`
      return `<g transform="rotate(${angle.toFixed(1)}) scale(${(size * random.between(0.94, 1.05)).toFixed(3)})"><path fill="${root}" opacity="0.3" transform="translate(2.5 3)" d="M0 0 C${-w} -30 ${-w * 0.8} -92 0 -100 C${w * 0.8} -92 ${w} -30 0 0Z"/><path fill="url(#${id})" d="M0 0 C${-w} -30 ${-w * 0.8} -92 0 -100 C${w * 0.8} -92 ${w} -30 0 0Z"/>${veins}</g>`
    }).join('')
  }
  const centerColor = oklch(0.78, 0.15, color.h > 60 && color.h < 110 ? 45 : 80)
  const seeds = Array.from({ length: 90 }, (_, i) => {
    const r = Math.sqrt(i / 90) * 17
    const a = i * 2.39996
    return `<circle cx="${(r * Math.cos(a)).toFixed(1)}" cy="${(r * Math.sin(a)).toFixed(1)}" r="1.35" fill="${hex(mix(centerColor, palette.land, 0.15 + 0.55 * (1 - i / 90)))}"/>`
  }).join('')
  const middle = `<circle r="19" fill="${hex(mix(centerColor, oklch(0.3, 0.08, 50), 0.65))}"/>${seeds}`
  return `<defs>${fills}</defs><g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${(radius / 100).toFixed(4)} ${((radius / 100) * 0.92).toFixed(4)})">${Array.from({ length: rings }, (_, r) => ring(r)).join('')}${rings < 4 ? middle : ''}</g>`
}

/** Positions of flowers, as shares of the picture, and their sizes. The first is the main flower. */
const FLOWER_PLACES = [
  [0.2, 0.66, 0.15],
  [0.82, 0.6, 0.16],
  [0.36, 0.84, 0.11],
  [0.68, 0.88, 0.1],
  [0.08, 0.9, 0.1],
  [0.94, 0.92, 0.11],
] as const

const flowersOf = ({ canvas: { width, height }, brief, palette }: SceneContext, fork: Random): Flower[] => {
  const unit = Math.min(width, height)
  const [first] = brief.colors
  const mainColor =
    first && (first.c > 0.03 || first.l > 0.8)
      ? { ...first, l: Math.max(0.5, first.l) }
      : oklch(0.68, 0.18, fork.pick([10, 350, 30, 55, 85, 300]))
  const spread = width / unit
  const shape = { petals: fork.integer(6, 13), rings: fork.integer(2, 4), breadth: fork.between(0.26, 0.44) }
  const places = [[0.5 + fork.between(-0.13, 0.13), 0.42, 0.24] as const, ...FLOWER_PLACES]
  return places.map(
    ([fx, fy, size], i): Flower => ({
      ...shape,
      x: width * (0.5 + (fx - 0.5) * (spread > 1.6 ? 0.8 : 1)) + fork.between(-0.03, 0.03) * unit,
      y: height * (fy + fork.between(-0.03, 0.03)),
      radius: unit * size * fork.between(0.92, 1.12),
      color: mix(
        { ...mainColor, h: mainColor.h + (i === 0 ? 0 : fork.between(-16, 16)) },
        palette.haze,
        i === 0 ? 0 : 0.12,
      ),
    }),
  )
}

const drawSubject = ({ canvas: { width, height }, brief, palette }: SceneContext, fork: Random): string => {
  const [subject] = brief.subjects
  if (!subject) return ''
  const { name, color } = subject
  const size = Math.min(width, height) * 0.2
  return SUBJECTS[name].draw({
    x: width * 0.74,
    y: height * 0.36,
    size,
    palette,
    color,
    lightFrom: -1,
    random: fork,
  })
}

export const paintBloom: PaintScene = async (scene) => {
  const { canvas, random } = scene
  // Leaves stay green, whatever the requested color of the flowers.
  const green = oklch(scene.palette.isDark ? 0.36 : 0.55, 0.1, 145)
  const palette = {
    ...scene.palette,
    land: oklch(0.2, 0.045, 160),
    leaf: mixStraight(green, scene.palette.skyTop, 0.15),
  }
  const gardenScene = { ...scene, palette }
  await paintBackground(gardenScene)
  const fork = random.fork('flowers')
  const drawn = flowersOf(gardenScene, fork)
    .reverse()
    .map((flower, i) => drawStem(flower, canvas.height, palette, fork) + drawHead(flower, palette, `petal${i}`, fork))
  await drawSvg(canvas, drawn.join('') + drawSubject(gardenScene, fork))
}
