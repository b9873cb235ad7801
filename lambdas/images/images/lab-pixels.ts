/** A picture's OKLab planes. Equal distances in OKLab look about equally far apart. */
export interface LabPixels {
  readonly l: Float32Array
  readonly a: Float32Array
  readonly b: Float32Array
}

const LINEAR = Float32Array.from({ length: 256 }, (_, v) => {
  const share = v / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
})

/** From RGB bytes (Björn Ottosson, "A perceptual color space for image processing", 2020). */
export const labOf = (rgb: Uint8Array): LabPixels => {
  const count = Math.floor(rgb.length / 3)
  const planes = { l: new Float32Array(count), a: new Float32Array(count), b: new Float32Array(count) }
  for (let i = 0, at = 0; i < count; i++, at += 3) {
    const r = LINEAR[rgb[at] ?? 0] ?? 0
    const g = LINEAR[rgb[at + 1] ?? 0] ?? 0
    const b = LINEAR[rgb[at + 2] ?? 0] ?? 0
    const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
    const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
    const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
    planes.l[i] = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short
    planes.a[i] = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
    planes.b[i] = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  }
  return planes
}

/** Distance of pixel `i` from a colour, in OKLab: 0 is the same, black and white are 1 apart. */
export const labDistance = (
  { l, a, b }: LabPixels,
  i: number,
  [cl, ca, cb]: readonly [number, number, number],
): number => Math.sqrt(((l[i] ?? 0) - cl) ** 2 + ((a[i] ?? 0) - ca) ** 2 + ((b[i] ?? 0) - cb) ** 2)
