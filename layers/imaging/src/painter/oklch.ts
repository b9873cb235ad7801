/** A color as lightness 0 to 1, chroma 0 to about 0.37 and hue in degrees (Björn Ottosson, "Oklab", 2020). */
export interface Oklch {
  readonly l: number
  readonly c: number
  readonly h: number
}

/** Red, green and blue from 0 to 255, gamma encoded; not rounded, so that gradients can be dithered. */
export type Rgb = readonly [number, number, number]

export const oklch = (l: number, c: number, h: number): Oklch => ({ l, c, h: ((h % 360) + 360) % 360 })

const gamma = (linear: number): number => (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055)

const linearOf = ({ l, c, h }: Oklch): [number, number, number] => {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

const isInGamut = (channels: readonly number[]): boolean => channels.every((v) => v >= -0.0005 && v <= 1.0005)

/** Converts to sRGB. A color outside the gamut keeps its lightness and hue and loses chroma until it fits. */
export const toRgb = (color: Oklch): Rgb => {
  const l = Math.min(1, Math.max(0, color.l))
  let linear = linearOf({ ...color, l })
  // Bisects the chroma, because fixed steps would be visible as edges in a gradient.
  for (let step = 0, low = 0, high = color.c; step < 14 && (step > 0 || !isInGamut(linear)); step++) {
    const c = (low + high) / 2
    const candidate = linearOf({ l, c, h: color.h })
    if (isInGamut(candidate)) low = c
    else high = c
    linear = candidate
  }
  const channel = (v: number): number => 255 * gamma(Math.min(1, Math.max(0, v)))
  return [channel(linear[0]), channel(linear[1]), channel(linear[2])]
}

/** Mixes two colors on the short way round the hue circle. */
export const mix = (from: Oklch, to: Oklch, share: number): Oklch => {
  const hueDifference = ((to.h - from.h + 540) % 360) - 180
  // A gray has no hue, so the hue of the other color is used.
  const startHue = from.c < 0.012 ? to.h : from.h
  const hueChange = from.c < 0.012 || to.c < 0.012 ? 0 : hueDifference
  return oklch(from.l + (to.l - from.l) * share, from.c + (to.c - from.c) * share, startHue + hueChange * share)
}

/** Mixes two colors in a straight line, through grayer ones, without hues that neither has. */
export const mixStraight = (from: Oklch, to: Oklch, share: number): Oklch => {
  const cartesian = ({ c, h }: Oklch): [number, number] => [
    c * Math.cos((h * Math.PI) / 180),
    c * Math.sin((h * Math.PI) / 180),
  ]
  const [a1, b1] = cartesian(from)
  const [a2, b2] = cartesian(to)
  const a = a1 + (a2 - a1) * share
  const b = b1 + (b2 - b1) * share
  return oklch(from.l + (to.l - from.l) * share, Math.hypot(a, b), (Math.atan2(b, a) * 180) / Math.PI)
}

/** Adds `l` and `h` to the color, and multiplies its chroma by `c`. */
export const adjust = (color: Oklch, change: { l?: number; c?: number; h?: number }): Oklch =>
  oklch(
    Math.min(1, Math.max(0, color.l + (change.l ?? 0))),
    Math.max(0, color.c * (change.c ?? 1)),
    color.h + (change.h ?? 0),
  )

export const hex = (color: Oklch): string =>
  `#${toRgb(color)
    .map((v) => Math.round(v).toString(16).padStart(2, '0'))
    .join('')}`
