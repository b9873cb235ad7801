import { adjust, mix, mixStraight, type Oklch, oklch } from './oklch.ts'
import type { Brief } from './read-prompt.ts'
import type { Random } from './seeded-random.ts'
import type { Time } from './words.ts'

export interface Palette {
  readonly time: Time
  readonly skyTop: Oklch
  readonly skyMid: Oklch
  readonly skyLow: Oklch
  readonly light: Oklch
  /** Nearest land, in shadow. Farther land fades from it to the haze. */
  readonly land: Oklch
  readonly haze: Oklch
  readonly leaf: Oklch
  readonly water: Oklch
  readonly accent: Oklch
  readonly isDark: boolean
}

type BaseColors = Omit<Palette, 'time' | 'haze'>

const BASE_COLORS: Readonly<Record<Time, BaseColors>> = {
  dawn: {
    skyTop: oklch(0.56, 0.085, 268),
    skyMid: oklch(0.76, 0.085, 350),
    skyLow: oklch(0.92, 0.075, 70),
    light: oklch(0.97, 0.07, 85),
    land: oklch(0.27, 0.055, 290),
    leaf: oklch(0.5, 0.08, 130),
    water: oklch(0.6, 0.07, 270),
    accent: oklch(0.66, 0.17, 25),
    isDark: false,
  },
  day: {
    skyTop: oklch(0.56, 0.13, 250),
    skyMid: oklch(0.74, 0.095, 240),
    skyLow: oklch(0.94, 0.035, 200),
    light: oklch(0.985, 0.03, 100),
    land: oklch(0.31, 0.06, 190),
    leaf: oklch(0.62, 0.14, 130),
    water: oklch(0.55, 0.1, 225),
    accent: oklch(0.63, 0.2, 30),
    isDark: false,
  },
  sunset: {
    skyTop: oklch(0.38, 0.1, 285),
    skyMid: oklch(0.62, 0.16, 12),
    skyLow: oklch(0.87, 0.14, 72),
    light: oklch(0.96, 0.11, 88),
    land: oklch(0.2, 0.055, 310),
    leaf: oklch(0.42, 0.09, 70),
    water: oklch(0.42, 0.08, 300),
    accent: oklch(0.66, 0.2, 38),
    isDark: false,
  },
  dusk: {
    skyTop: oklch(0.25, 0.075, 272),
    skyMid: oklch(0.45, 0.12, 305),
    skyLow: oklch(0.77, 0.125, 42),
    light: oklch(0.95, 0.06, 80),
    land: oklch(0.16, 0.045, 285),
    leaf: oklch(0.3, 0.06, 160),
    water: oklch(0.3, 0.07, 275),
    accent: oklch(0.75, 0.15, 65),
    isDark: true,
  },
  night: {
    skyTop: oklch(0.14, 0.045, 268),
    skyMid: oklch(0.25, 0.075, 262),
    skyLow: oklch(0.46, 0.085, 238),
    light: oklch(0.96, 0.035, 95),
    land: oklch(0.11, 0.03, 268),
    leaf: oklch(0.24, 0.05, 190),
    water: oklch(0.22, 0.06, 258),
    accent: oklch(0.8, 0.14, 75),
    isDark: true,
  },
  neon: {
    skyTop: oklch(0.14, 0.085, 288),
    skyMid: oklch(0.32, 0.17, 305),
    skyLow: oklch(0.66, 0.24, 350),
    light: oklch(0.86, 0.15, 60),
    land: oklch(0.11, 0.05, 285),
    leaf: oklch(0.3, 0.1, 200),
    water: oklch(0.26, 0.12, 285),
    accent: oklch(0.84, 0.15, 195),
    isDark: true,
  },
}

const tint = (color: Oklch, toward: Oklch, share: number): Oklch => {
  if (toward.c < 0.03) return oklch(color.l + (toward.l - color.l) * share * 0.45, color.c * (1 - share * 0.8), color.h)
  const mixed = mixStraight(color, { ...toward, c: Math.min(toward.c, Math.max(0.07, color.c * 1.25)) }, share)
  return oklch(color.l + (toward.l - color.l) * share * 0.18, mixed.c, mixed.h)
}

const mapBase = (base: BaseColors, change: (color: Oklch, share: number) => Oklch): BaseColors => ({
  ...base,
  skyTop: change(base.skyTop, 1),
  skyMid: change(base.skyMid, 1),
  skyLow: change(base.skyLow, 0.8),
  light: change(base.light, 0.3),
  land: change(base.land, 0.8),
  leaf: change(base.leaf, 0.9),
  water: change(base.water, 1),
  accent: change(base.accent, 0.4),
})

const applyColors = (base: BaseColors, [first, second, third]: readonly Oklch[]): BaseColors => {
  if (!first) return base
  const tinted = mapBase(base, (color, share) => tint(color, first, 0.72 * share))
  if (!second) return { ...tinted, accent: first.c > 0.03 ? oklch(0.72, 0.16, first.h + 165) : tinted.accent }
  return {
    ...tinted,
    skyLow: tint(base.skyLow, second, 0.85),
    light: tint(base.light, second, 0.3),
    water: mix(tint(base.water, first, 0.6), tint(base.water, second, 0.6), 0.5),
    accent: third ?? second,
  }
}

const applyWeather = (base: BaseColors, { weathers }: Brief): BaseColors => {
  let changed = base
  if (weathers.has('storm'))
    changed = mapBase(changed, (color, share) => adjust(color, { l: -0.1 * share * color.l, c: 1 - 0.5 * share }))
  if (weathers.has('rain')) changed = mapBase(changed, (color, share) => adjust(color, { c: 1 - 0.35 * share }))
  if (weathers.has('mist'))
    changed = mapBase(changed, (color, share) => ({
      ...color,
      l: color.l + (0.76 - color.l) * 0.22 * share,
      c: color.c * 0.75,
    }))
  if (weathers.has('snow'))
    changed = {
      ...mapBase(changed, (color, share) => mix(color, oklch(color.l, 0.05, 250), 0.4 * share)),
      leaf: mix(changed.skyLow, oklch(0.95, 0.02, 240), 0.65),
    }
  return changed
}

/** A time that occurs twice is twice as likely. */
const RANDOM_TIMES: readonly [Time, ...Time[]] = ['dawn', 'sunset', 'dusk', 'day', 'sunset', 'dawn', 'night']

export const paletteFor = (brief: Brief, random: Random): Palette => {
  const randomTime = random.pick(RANDOM_TIMES)
  const hueShift = random.between(-14, 14)
  const [first] = brief.colors
  const impliesNight = brief.weathers.has('aurora') || brief.weathers.has('stars') || (first?.l ?? 1) < 0.25
  const time = brief.time ?? (impliesNight ? 'night' : randomTime)
  const shifted = mapBase(BASE_COLORS[time], (color) => adjust(color, { h: hueShift }))
  const base = applyWeather(applyColors(shifted, brief.colors), brief)
  const haze = mix(base.skyLow, base.skyMid, base.isDark ? 0.55 : 0.3)
  const water = brief.waterColor ? mix(base.water, { ...brief.waterColor, l: base.water.l + 0.06 }, 0.85) : base.water
  return { ...base, water, time, haze: adjust(haze, { c: 0.8 }) }
}
