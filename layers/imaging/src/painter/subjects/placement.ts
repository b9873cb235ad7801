import { adjust, hex, mix, type Oklch, oklch } from '../oklch.ts'
import type { Palette } from '../palette.ts'
import type { Random } from '../seeded-random.ts'

/** The position and light of a subject. Subjects are drawn 100 units high, upward from the origin. */
export interface Placement {
  readonly x: number
  readonly y: number
  /** Height of the 100 units in pixels. */
  readonly size: number
  readonly palette: Palette
  readonly color: Oklch | undefined
  /** -1: light from the left, 1: from the right. */
  readonly lightFrom: number
  readonly random: Random
}

export type DrawSubject = (placement: Placement) => string

export const placeSubject = ({ x, y, size }: Placement, drawing: string, flip = false): string => {
  const s = size / 100
  return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${(flip ? -s : s).toFixed(4)} ${s.toFixed(4)})">${drawing}</g>`
}

/** Returns the darkest color of the near ground, used for silhouettes. */
export const inkOf = ({ land, haze }: Palette): Oklch => mix(adjust(land, { l: -0.04 }), haze, 0.04)

/** Returns the colors of a wall's left and right side: one lit, one shaded. */
export const wallOf = ({ palette, lightFrom }: Placement, color: Oklch): [string, string] => {
  const dim = palette.isDark ? 0.5 : 0.22
  const lit = mix(mix(color, palette.light, 0.18), palette.skyMid, palette.isDark ? 0.35 : 0.06)
  const shade = mix(mix(color, palette.land, 0.5 + dim * 0.5), palette.skyMid, 0.1)
  const pair: [string, string] = [hex(lit), hex(shade)]
  return lightFrom < 0 ? pair : [pair[1], pair[0]]
}

/** Returns a left-to-right gradient. The ID must be unique in the picture. */
export const sidewaysGradient = (id: string, [left, right]: readonly [string, string]): string =>
  `<linearGradient id="${id}"><stop offset="0" stop-color="${left}"/><stop offset="0.35" stop-color="${left}"/><stop offset="1" stop-color="${right}"/></linearGradient>`

export const glowDot = (id: string, color: string, strength = 1): string =>
  `<radialGradient id="${id}"><stop offset="0" stop-color="#fff" stop-opacity="${strength}"/><stop offset="0.18" stop-color="${color}" stop-opacity="${0.75 * strength}"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient>`

export const WINDOW_LIGHT: Oklch = oklch(0.88, 0.14, 80)

export const newGradientId = ({ random }: Placement): string => `g${random.integer(1, 0x7fffffff).toString(36)}`
