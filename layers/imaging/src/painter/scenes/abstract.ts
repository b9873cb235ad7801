import { noiseTile } from '../noise-tile.ts'
import { adjust, mix, oklch } from '../oklch.ts'
import type { Palette } from '../palette.ts'
import type { Random } from '../seeded-random.ts'
import { colorRamp } from '../sky.ts'
import type { PaintScene } from './scene.ts'

const colorsOf = (palette: Palette): ReturnType<typeof colorRamp> => {
  const dark = mix(palette.skyTop, oklch(0.16, 0.06, palette.skyTop.h), 0.6)
  return colorRamp([
    [0, dark],
    [0.2, palette.skyTop],
    [0.42, adjust(palette.skyMid, { c: 1.2 })],
    [0.6, palette.skyLow],
    [0.72, mix(palette.light, oklch(0.97, 0.02, 90), 0.5)],
    [0.8, palette.accent],
    [1, mix(palette.accent, dark, 0.75)],
  ])
}

type Flow = (x: number, y: number) => [number, number]

const createFlow = (fork: Random, extent: number): Flow => {
  const tile = noiseTile()
  const scale = fork.between(44, 70) / extent
  const angle = fork.between(0, Math.PI)
  const cos = Math.cos(angle) * scale
  const sin = Math.sin(angle) * scale
  const ox = fork.between(0, 512)
  const oy = fork.between(0, 512)
  const distortion = fork.between(100, 150)
  return (x, y) => {
    const u = ox + x * cos - y * sin
    const v = oy + x * sin + y * cos
    const qx = tile.at(u, v) - 0.5
    const qy = tile.at(u + 211, v + 97) - 0.5
    const rx = tile.at(u + distortion * qx + 31, v + distortion * qy + 73) - 0.5
    const ry = tile.at(u + distortion * qx + 151, v + distortion * qy + 19) - 0.5
    return [tile.at(u * 0.8 + distortion * 1.3 * rx, v * 0.8 + distortion * 1.3 * ry), qx + ry]
  }
}

/** Samples the field at every second pixel, because it is smooth. */
const sampleFlow = (flow: Flow, cols: number, rows: number) => {
  const depth = new Float32Array(cols * rows)
  const drift = new Float32Array(cols * rows)
  for (let y = 0, i = 0; y < rows; y++)
    for (let x = 0; x < cols; x++, i++) {
      const [value, driftValue] = flow(x * 2, y * 2)
      depth[i] = value
      drift[i] = driftValue
    }
  return { depth, drift }
}

/** Paints fluid paint: noise distorted by noise (Quilez, "Domain warping"), colored by depth and lit as a relief. */
export const paintAbstract: PaintScene = async ({ canvas, palette, random }) => {
  const { width, height, pixels } = canvas
  const flow = createFlow(random.fork('flow'), Math.min(width, height))
  const colors = colorsOf(palette)
  const cols = Math.ceil(width / 2) + 2
  const { depth, drift } = sampleFlow(flow, cols, Math.ceil(height / 2) + 2)
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) {
      const i = (y >> 1) * cols + (x >> 1)
      const fx = (x & 1) / 2
      const fy = (y & 1) / 2
      const a = depth[i] ?? 0
      const b = depth[i + 1] ?? 0
      const c = depth[i + cols] ?? 0
      const d = depth[i + cols + 1] ?? 0
      const value = (a * (1 - fx) + b * fx) * (1 - fy) + (c * (1 - fx) + d * fx) * fy
      const share = Math.min(0.999, Math.max(0, (value - 0.5) * 1.9 + 0.46 + (drift[i] ?? 0) * 0.55))
      const shine = 1 + Math.max(-0.4, Math.min(0.45, (b - a + c - a) * 9))
      const color = colors[Math.floor(share * 511)] ?? [0, 0, 0]
      pixels[at] = Math.min(255, color[0] * shine)
      pixels[at + 1] = Math.min(255, color[1] * shine)
      pixels[at + 2] = Math.min(255, color[2] * shine)
    }
}
