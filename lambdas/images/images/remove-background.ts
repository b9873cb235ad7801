import { openForeignImage } from '@signet/imaging/images'
import sharp from 'sharp'
import { type Provenance, provenanceXmp } from './provenance.ts'

/** A picture's OKLab planes. Equal distances in OKLab look about equally far apart. */
interface LabPixels {
  readonly l: Float32Array
  readonly a: Float32Array
  readonly b: Float32Array
}

/** Linear light of each sRGB byte value (IEC 61966-2-1). */
const LINEAR_LIGHT = Float32Array.from({ length: 256 }, (_, v) => {
  const value = v / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
})

/** Converts RGB bytes (Björn Ottosson, "A perceptual color space for image processing", 2020). */
const labOf = (rgb: Uint8Array): LabPixels => {
  const count = Math.floor(rgb.length / 3)
  const planes = { l: new Float32Array(count), a: new Float32Array(count), b: new Float32Array(count) }
  for (let i = 0, offset = 0; i < count; i++, offset += 3) {
    const r = LINEAR_LIGHT[rgb[offset] ?? 0] ?? 0
    const g = LINEAR_LIGHT[rgb[offset + 1] ?? 0] ?? 0
    const b = LINEAR_LIGHT[rgb[offset + 2] ?? 0] ?? 0
    const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
    const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
    const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
    planes.l[i] = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short
    planes.a[i] = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
    planes.b[i] = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  }
  return planes
}

/** Distance of pixel `i` from a color in OKLab: 0 for equal colors, 1 between black and white. */
const labDistance = ({ l, a, b }: LabPixels, i: number, [cl, ca, cb]: readonly [number, number, number]): number =>
  Math.sqrt(((l[i] ?? 0) - cl) ** 2 + ((a[i] ?? 0) - ca) ** 2 + ((b[i] ?? 0) - cb) ** 2)

/** OKLab distance (0 to about 1; 0.02 is just visible) up to which a color counts as background. */
const TOLERANCE = 0.075
/** Distance from the background at which an edge pixel becomes fully opaque. */
const OPAQUE_FROM = 0.24
/** The background counts as uniform if this share of the border lies within the tolerance of its mean. */
const UNIFORM_SHARE = 0.85
const CLUSTERS = 6
const KMEANS_ROUNDS = 6
const EDGE_OPACITY_MIN = 0.12
/** A cut that keeps or removes less than this share has found no subject or no background. */
const SUBJECT_SHARE_MIN = 0.01

type Color = readonly [number, number, number]

export interface CutOut {
  readonly png: Buffer
  readonly method: string
}

const borderOf = (width: number, height: number): number[] => {
  const border: number[] = []
  for (let x = 0; x < width; x++) border.push(x, (height - 1) * width + x)
  for (let y = 1; y < height - 1; y++) border.push(y * width, y * width + width - 1)
  return border
}

const meanOf = ({ l, a, b }: LabPixels, indexes: readonly number[]): Color => {
  const mean = (plane: Float32Array) =>
    indexes.reduce((sum, i) => sum + (plane[i] ?? 0), 0) / Math.max(1, indexes.length)
  return [mean(l), mean(a), mean(b)]
}

const nearestDistance = (pixels: LabPixels, i: number, colors: readonly Color[]): number =>
  colors.reduce((best, color) => Math.min(best, labDistance(pixels, i, color)), Number.POSITIVE_INFINITY)

/**
 * Runs Lloyd's k-means over the colors of the border. The starts are evenly spaced in lightness, so the result is
 * deterministic.
 */
const borderPalette = (pixels: LabPixels, border: readonly number[]): Color[] => {
  const byLight = [...border].sort((x, y) => (pixels.l[x] ?? 0) - (pixels.l[y] ?? 0))
  const start = (k: number): Color =>
    meanOf(pixels, [byLight[Math.floor(((k + 0.5) / CLUSTERS) * byLight.length)] ?? 0])
  let centers = Array.from({ length: CLUSTERS }, (_, k) => start(k))
  for (let round = 0; round < KMEANS_ROUNDS; round++) {
    const members: number[][] = centers.map(() => [])
    for (const i of border) {
      const distances = centers.map((center) => labDistance(pixels, i, center))
      members[distances.indexOf(Math.min(...distances))]?.push(i)
    }
    centers = centers.map((center, k) => (members[k]?.length ? meanOf(pixels, members[k]) : center))
  }
  return centers
}

/**
 * Marks the pixels that are reachable from the border through `isBackground`. Enclosed areas of the same color stay.
 */
const flood = (
  width: number,
  height: number,
  border: readonly number[],
  isBackground: (i: number) => boolean,
): Uint8Array => {
  const reached = new Uint8Array(width * height)
  const queue = new Int32Array(width * height)
  let tail = 0
  const visit = (i: number): void => {
    if (reached[i] === 1 || !isBackground(i)) return
    reached[i] = 1
    queue[tail++] = i
  }
  for (const i of border) visit(i)
  for (let head = 0; head < tail; head++) {
    const i = queue[head] ?? 0
    const x = i % width
    if (x > 0) visit(i - 1)
    if (x < width - 1) visit(i + 1)
    if (i >= width) visit(i - width)
    if (i < width * (height - 1)) visit(i + width)
  }
  return reached
}

/**
 * Builds the alpha channel: opaque inside, transparent outside. The opacity of an edge pixel grows with the distance of
 * its color from the background.
 */
const alphaOf = (width: number, reached: Uint8Array, distance: (i: number) => number): Buffer => {
  const alpha = Buffer.alloc(reached.length)
  for (let i = 0; i < reached.length; i++) {
    if (reached[i] === 1) continue
    const isEdge = reached[i - 1] === 1 || reached[i + 1] === 1 || reached[i - width] === 1 || reached[i + width] === 1
    const share = isEdge
      ? Math.min(1, Math.max(EDGE_OPACITY_MIN, (distance(i) - TOLERANCE * 0.5) / (OPAQUE_FROM - TOLERANCE * 0.5)))
      : 1
    alpha[i] = Math.round(255 * share)
  }
  return alpha
}

/**
 * Cuts the subject out with a flood fill from the borders, without a model: exact on a near-uniform background, best
 * effort on others. `method` reports which. Areas enclosed by the subject stay. The result is deterministic.
 */
export const removeBackground = async (image: Uint8Array, provenance: Provenance): Promise<CutOut> => {
  const opened = await openForeignImage(image)
  const { data, info } = await opened.removeAlpha().toColorspace('srgb').raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const raw = { width, height, channels: 3 } as const
  // Film grain would break up the fill.
  const smoothed = await sharp(data, { raw }).median(3).raw().toBuffer()
  const pixels = labOf(smoothed)
  const border = borderOf(width, height)
  const mean = meanOf(pixels, border)
  const uniformBorder = border.filter((i) => labDistance(pixels, i, mean) < TOLERANCE)
  const isUniform = uniformBorder.length >= UNIFORM_SHARE * border.length
  const colors = isUniform ? [meanOf(pixels, uniformBorder)] : borderPalette(pixels, border)
  const distance = (i: number): number => nearestDistance(pixels, i, colors)
  const alpha = alphaOf(
    width,
    flood(width, height, border, (i) => distance(i) < TOLERANCE),
    distance,
  )
  const share = alpha.reduce((sum, v) => sum + v, 0) / (255 * alpha.length)
  const hasSubject = share > SUBJECT_SHARE_MIN && share < 1 - SUBJECT_SHARE_MIN
  const joined = sharp(data, { raw }).joinChannel(hasSubject ? alpha : Buffer.alloc(alpha.length, 255), {
    raw: { width, height, channels: 1 },
  })
  const png = await joined.png({ compressionLevel: 6 }).withXmp(provenanceXmp(provenance)).toBuffer()
  if (!hasSubject) return { png, method: 'none (offline: no background detected)' }
  return {
    png,
    method: isUniform ? 'flood-fill (offline)' : 'border-palette matte (offline: background is not uniform)',
  }
}
