import { ramp } from '../canvas.ts'
import { noiseTile } from '../noise-tile.ts'
import type { Profile } from '../ridges.ts'
import type { Light } from '../sky.ts'
import { SUBJECTS, type SubjectPosition } from '../subjects/draw-subject.ts'
import type { Ground, Subject } from '../words.ts'
import type { SceneOrder } from './scene.ts'

export type Country = Extract<Ground, 'sea' | 'mountains' | 'forest' | 'desert' | 'hills' | 'island' | 'city'>

/** The layout of a landscape; lengths in pixels. */
export interface Plan {
  /** Kinds of land, the main one first. */
  readonly countries: readonly Country[]
  readonly horizon: number
  readonly shore: number
  readonly isWater: boolean
  readonly swell: number
  readonly cloudiness: number
  readonly light: Light
  /** -1: from the left, 1: from the right. */
  readonly lightFrom: number
  /** Middle of the main subject; a third of the width without a subject. */
  readonly focus: number
  /** A hill or headland under a distant subject; undefined without one. */
  readonly rise: Profile | undefined
  /** The ground at the viewer's feet; undefined for open water. */
  readonly near: Profile | undefined
}

const COUNTRIES: readonly Ground[] = ['sea', 'mountains', 'forest', 'desert', 'hills', 'island', 'city']
const AMONG: readonly [Country, ...Country[]] = ['mountains', 'sea', 'hills', 'mountains', 'forest', 'desert', 'sea']

const isCountry = (ground: Ground): ground is Country => COUNTRIES.includes(ground)

const HOME: Partial<Record<Subject, readonly Country[]>> = {
  lighthouse: ['sea'],
  boat: ['sea'],
  whale: ['sea'],
  bridge: ['sea', 'hills'],
  castle: ['hills', 'mountains'],
  owl: ['forest'],
  deer: ['forest', 'mountains'],
  wolf: ['mountains', 'forest'],
  bear: ['forest', 'mountains'],
  elephant: ['hills'],
  windmill: ['hills'],
  house: ['forest', 'mountains'],
  balloon: ['hills', 'mountains'],
}

const countriesOf = ({ brief, random }: SceneOrder): readonly Country[] => {
  const named = brief.grounds.filter(isCountry)
  if (named.length > 0) return named
  const home = brief.subjects[0] && HOME[brief.subjects[0].what]
  const wanted = (home ?? [random.pick(AMONG)]).filter((country) => !brief.without.has(country))
  return wanted.length > 0 ? wanted : ['hills']
}

const lightOf = ({ canvas, palette, random }: SceneOrder, horizon: number, focus: number, isBehind: boolean): Light => {
  const { width, height } = canvas
  const unit = Math.min(width, height)
  const isMoon = palette.time === 'night'
  const isLow =
    palette.time === 'dawn' || palette.time === 'sunset' || palette.time === 'dusk' || palette.time === 'neon'
  const opposite = (focus < width / 2 ? random.between(0.6, 0.76) : random.between(0.24, 0.4)) * width
  const x = isBehind ? focus + random.between(-0.06, 0.06) * unit : opposite
  const y = horizon * (isLow ? random.between(0.7, 0.86) : random.between(0.24, 0.36))
  const share =
    palette.time === 'neon' ? 0.19 : isMoon ? random.between(0.05, 0.075) : isLow ? random.between(0.045, 0.07) : 0.036
  if (!isBehind) return { x, y, radius: unit * share, isMoon }
  return { x, y: Math.max(horizon * 0.5, height * 0.42), radius: unit * random.between(0.17, 0.21), isMoon }
}

const riseOf = ({ canvas, random }: SceneOrder, shore: number, focus: number, isWater: boolean): Profile => {
  const { width, height } = canvas
  const unit = Math.min(width, height)
  const tile = noiseTile()
  const row = random.between(0, 512)
  const tall = unit * (isWater ? random.between(0.07, 0.11) : random.between(0.1, 0.15))
  const side = focus < width / 2 ? -1 : 1
  const profile = new Float32Array(width)
  for (let x = 0; x < width; x++) {
    const away = ((x - focus) * side) / unit
    const seaward = isWater ? ramp(-0.3, -0.06, away) : ramp(-0.95, -0.05, away)
    const landward = isWater ? 0.72 + 0.28 * ramp(0.34, 0.05, away) : 0.35 + 0.65 * ramp(0.7, 0.08, away)
    const rough =
      (tile.at(row + (x / unit) * 120, row) - 0.5) * 0.55 + (tile.at(row + (x / unit) * 520, 40) - 0.5) * 0.16
    const flat = 1 - 0.92 * Math.exp(-((away / 0.09) ** 2))
    profile[x] =
      shore +
      unit * 0.012 -
      tall * Math.max(0, seaward * landward + rough * seaward * flat) +
      (isWater && seaward === 0 ? unit * 0.05 : 0)
  }
  return profile
}

const nearOf = ({ canvas, random }: SceneOrder, focus: number, isStage: boolean, isWater: boolean): Profile => {
  const { width, height } = canvas
  const unit = Math.min(width, height)
  const tile = noiseTile()
  const row = random.between(0, 512)
  const side = isWater && !isStage ? (focus < width / 2 ? 1 : -1) : 0
  const base = height * (isWater && !isStage ? 1.0 : 0.92)
  return Float32Array.from({ length: width }, (_, x) => {
    const roll = (tile.at(row + (x / unit) * 70, row) - 0.5) * unit * 0.12
    const bank = side === 0 ? 0 : unit * 0.13 * ramp(0.3, 1.05, side > 0 ? x / width : 1 - x / width)
    const knoll = isStage ? unit * 0.085 * Math.exp(-(((x - focus) / (unit * 0.34)) ** 2)) : 0
    return base - roll * (isStage ? 0.5 : 1) - bank - knoll + (side === 0 ? 0 : unit * 0.03)
  })
}

/** Composes a landscape: thirds for the subject, the light on the other side, the horizon off the middle. */
export const planLandscape = (order: SceneOrder): Plan => {
  const { canvas, brief, palette } = order
  const { width, height } = canvas
  const random = order.random.fork('plan')
  const countries = countriesOf({ ...order, random })
  const places = new Set<SubjectPosition>(brief.subjects.map(({ what }) => SUBJECTS[what].place))
  const isTall = height > width * 1.15
  const isStage = places.has('near')
  const wantsWater = countries.includes('sea') || countries.includes('island') || places.has('afloat')
  const mayMirror = countries[0] === 'mountains' || countries[0] === 'city'
  const isWater =
    !brief.without.has('sea') &&
    (wantsWater || (mayMirror && !isStage && (countries[0] === 'city' || random.chance(0.6))))
  const horizon = height * (isTall ? random.between(0.6, 0.68) : random.between(0.56, 0.65))
  const third = random.chance(0.5) ? random.between(0.3, 0.37) : random.between(0.63, 0.7)
  const focus = width * (places.has('afloat') && brief.subjects[0]?.what === 'bridge' ? 0.5 : third)
  const isBehind = isStage && palette.time !== 'day' && random.chance(palette.time === 'night' ? 0.85 : 0.55)
  const light = lightOf({ ...order, random }, horizon, focus, isBehind)
  const shore = Math.round(horizon)
  const { weathers } = brief
  const cloudy = weathers.has('storm')
    ? 0.95
    : weathers.has('clouds') || weathers.has('rain')
      ? 0.78
      : random.between(0.22, 0.55)
  return {
    countries,
    horizon,
    shore,
    isWater,
    light,
    focus,
    swell: weathers.has('storm')
      ? 0.95
      : countries[0] === 'sea'
        ? random.between(0.35, 0.6)
        : random.between(0.05, 0.22),
    cloudiness: weathers.has('clear') ? 0.12 : cloudy,
    lightFrom: light.x < focus ? -1 : 1,
    rise: places.has('rise') ? riseOf({ ...order, random }, shore, focus, isWater) : undefined,
    near:
      isStage || (!isWater && countries[0] !== 'desert') || random.chance(0.6)
        ? nearOf({ ...order, random }, focus, isStage, isWater)
        : undefined,
  }
}
