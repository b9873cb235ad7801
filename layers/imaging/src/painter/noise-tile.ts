import { seededRandom } from './seeded-random.ts'

export const TILE_SIZE = 512

/** A square of noise that repeats without a seam; values are about 0 to 1 with mean 0.5. */
export interface NoiseTile {
  /** Bilinearly interpolated value at any coordinate, in tile pixels. */
  at(x: number, y: number): number
}

const smooth = (t: number): number => t * t * t * (t * (t * 6 - 15) + 10)

const addOctave = (sum: Float32Array, cells: number, weight: number, seed: string): void => {
  const random = seededRandom(seed)
  const gx = new Float32Array(cells * cells)
  const gy = new Float32Array(cells * cells)
  for (let i = 0; i < gx.length; i++) {
    const angle = random.next() * 2 * Math.PI
    gx[i] = Math.cos(angle)
    gy[i] = Math.sin(angle)
  }
  const dot = (cx: number, cy: number, dx: number, dy: number): number => {
    const i = (cy % cells) * cells + (cx % cells)
    return (gx[i] ?? 0) * dx + (gy[i] ?? 0) * dy
  }
  for (let y = 0; y < TILE_SIZE; y++) {
    const v = (y * cells) / TILE_SIZE
    const cy = Math.floor(v)
    const fy = v - cy
    const sy = smooth(fy)
    for (let x = 0; x < TILE_SIZE; x++) {
      const u = (x * cells) / TILE_SIZE
      const cx = Math.floor(u)
      const fx = u - cx
      const sx = smooth(fx)
      const top = dot(cx, cy, fx, fy) * (1 - sx) + dot(cx + 1, cy, fx - 1, fy) * sx
      const low = dot(cx, cy + 1, fx, fy - 1) * (1 - sx) + dot(cx + 1, cy + 1, fx - 1, fy - 1) * sx
      const i = y * TILE_SIZE + x
      sum[i] = (sum[i] ?? 0) + weight * (top * (1 - sy) + low * sy)
    }
  }
}

const makeTile = (): NoiseTile => {
  const sum = new Float32Array(TILE_SIZE * TILE_SIZE)
  let weight = 0.5
  for (let cells = 4; cells <= 128; cells *= 2, weight *= 0.52) addOctave(sum, cells, weight, `tile ${cells}`)
  const values = sum.map((v) => Math.min(1, Math.max(0, 0.5 + v * 0.95)))
  const mask = TILE_SIZE - 1
  return {
    at(x, y) {
      const bx = Math.floor(x)
      const by = Math.floor(y)
      const fx = x - bx
      const fy = y - by
      const x0 = bx & mask
      const x1 = (bx + 1) & mask
      const row0 = (by & mask) * TILE_SIZE
      const row1 = ((by + 1) & mask) * TILE_SIZE
      const top = (values[row0 + x0] ?? 0) * (1 - fx) + (values[row0 + x1] ?? 0) * fx
      const low = (values[row1 + x0] ?? 0) * (1 - fx) + (values[row1 + x1] ?? 0) * fx
      return top * (1 - fy) + low * fy
    },
  }
}

let tile: NoiseTile | undefined

/**
 * Creates six octaves of gradient noise (Perlin 2002). All pictures use one tile at different offsets and scales,
 * because creating it takes as long as painting a sky.
 */
export const noiseTile = (): NoiseTile => {
  tile ??= makeTile()
  return tile
}
