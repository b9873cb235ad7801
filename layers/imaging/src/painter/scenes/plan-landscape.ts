import { ramp } from '../canvas.ts'
import { noiseTile } from '../noise-tile.ts'
import type { Profile } from '../ridges.ts'
import type { Light } from '../sky.ts'
import { SUBJECTS, type SubjectPosition } from '../subjects/draw-subject.ts'
import type { Ground, Subject } from '../words.ts'
import type { SceneContext } from './scene.ts'

export type LandKind = Extract<Ground, 'sea' | 'mountains' | 'forest' | 'desert' | 'hills' | 'island' | 'city'>

/** The layout of a landscape; lengths in pixels. */
export interface Plan {
  /** Kinds of land, the main one first. */
  readonly landKinds: readonly LandKind[]
  readonly horizon: number
  readonly shore: number
  readonly isWater: boolean
  readonly swell: number
  readonly cloudiness: number
  readonly light: Light
  /** -1: from the left, 1: from the right. */
  readonly lightFrom: number
  /** x of the main subject's center, or of the empty focus at a third of the width. */
  readonly focus: number
  /** A hill or headland under a distant subject; undefined without such a subject. */
  readonly rise: Profile | undefined
  /** The ground at the viewer's feet; undefined for open water. */
  readonly near: Profile | undefined
}

const LAND_KINDS: readonly Ground[] = ['sea', 'mountains', 'forest', 'desert', 'hills', 'island', 'city']
/** A land that occurs twice is twice as likely. */
const RANDOM_LANDS: readonly [LandKind, ...LandKind[]] = [
  'mountains',
  'sea',
  'hills',
  'mountains',
  'forest',
  'desert',
  'sea',
]

const isLandKind = (ground: Ground): ground is LandKind => LAND_KINDS.includes(ground)

const SUBJECT_LANDS: Partial<Record<Subject, readonly LandKind[]>> = {
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

const landKindsOf = ({ brief, random }: SceneContext): readonly LandKind[] => {
  const requested = brief.grounds.filter(isLandKind)
  if (requested.length > 0) return requested
  const subjectLands = brief.subjects[0] && SUBJECT_LANDS[brief.subjects[0].name]
  const candidates = (subjectLands ?? [random.pick(RANDOM_LANDS)]).filter((landKind) => !brief.excluded.has(landKind))
  return candidates.length > 0 ? candidates : ['hills']
}

const lightOf = (
  { canvas, palette, random }: SceneContext,
  horizon: number,
  focus: number,
  isBehindSubject: boolean,
): Light => {
  const { width, height } = canvas
  const unit = Math.min(width, height)
  const isMoon = palette.time === 'night'
  const isLow =
    palette.time === 'dawn' || palette.time === 'sunset' || palette.time === 'dusk' || palette.time === 'neon'
  const opposite = (focus < width / 2 ? random.between(0.6, 0.76) : random.between(0.24, 0.4)) * width
  const x = isBehindSubject ? focus + random.between(-0.06, 0.06) * unit : opposite
  const y = horizon * (isLow ? random.between(0.7, 0.86) : random.between(0.24, 0.36))
  const share =
    palette.time === 'neon' ? 0.19 : isMoon ? random.between(0.05, 0.075) : isLow ? random.between(0.045, 0.07) : 0.036
  if (!isBehindSubject) return { x, y, radius: unit * share, isMoon }
  return { x, y: Math.max(horizon * 0.5, height * 0.42), radius: unit * random.between(0.17, 0.21), isMoon }
}

const riseOf = ({ canvas, random }: SceneContext, shore: number, focus: number, isWater: boolean): Profile => {
  const { width, height } = canvas
  const unit = Math.min(width, height)
  const tile = noiseTile()
  const row = random.between(0, 512)
  const riseHeight = unit * (isWater ? random.between(0.07, 0.11) : random.between(0.1, 0.15))
  const side = focus < width / 2 ? -1 : 1
  const profile = new Float32Array(width)
  for (let x = 0; x < width; x++) {
    const distance = ((x - focus) * side) / unit
    const seaward = isWater ? ramp(-0.3, -0.06, distance) : ramp(-0.95, -0.05, distance)
    const landward = isWater ? 0.72 + 0.28 * ramp(0.34, 0.05, distance) : 0.35 + 0.65 * ramp(0.7, 0.08, distance)
    const rough =
      (tile.at(row + (x / unit) * 120, row) - 0.5) * 0.55 + (tile.at(row + (x / unit) * 520, 40) - 0.5) * 0.16
    const flat = 1 - 0.92 * Math.exp(-((distance / 0.09) ** 2))
    profile[x] =
      shore +
      unit * 0.012 -
      riseHeight * Math.max(0, seaward * landward + rough * seaward * flat) +
      (isWater && seaward === 0 ? unit * 0.05 : 0)
  }
  return profile
}

const nearGroundOf = (
  { canvas, random }: SceneContext,
  focus: number,
  hasNearSubject: boolean,
  isWater: boolean,
): Profile => {
  const { width, height } = canvas
  const unit = Math.min(width, height)
  const tile = noiseTile()
  const row = random.between(0, 512)
  const side = isWater && !hasNearSubject ? (focus < width / 2 ? 1 : -1) : 0
  const base = height * (isWater && !hasNearSubject ? 1.0 : 0.92)
  return Float32Array.from({ length: width }, (_, x) => {
    const roll = (tile.at(row + (x / unit) * 70, row) - 0.5) * unit * 0.12
    const bank = side === 0 ? 0 : unit * 0.13 * ramp(0.3, 1.05, side > 0 ? x / width : 1 - x / width)
    const knoll = hasNearSubject ? unit * 0.085 * Math.exp(-(((x - focus) / (unit * 0.34)) ** 2)) : 0
    return base - roll * (hasNearSubject ? 0.5 : 1) - bank - knoll + (side === 0 ? 0 : unit * 0.03)
  })
}

/**
 * Composes a landscape: the subject at a third of the width, the horizon off-center.
 * The light is on the other side, or behind a near subject.
 */
export const planLandscape = (scene: SceneContext): Plan => {
  const { canvas, brief, palette } = scene
  const { width, height } = canvas
  const random = scene.random.fork('plan')
  const landKinds = landKindsOf({ ...scene, random })
  const positions = new Set<SubjectPosition>(brief.subjects.map(({ name }) => SUBJECTS[name].position))
  const isTall = height > width * 1.15
  const hasNearSubject = positions.has('near')
  const needsWater = landKinds.includes('sea') || landKinds.includes('island') || positions.has('afloat')
  const mayHaveLake = landKinds[0] === 'mountains' || landKinds[0] === 'city'
  const isWater =
    !brief.excluded.has('sea') &&
    (needsWater || (mayHaveLake && !hasNearSubject && (landKinds[0] === 'city' || random.chance(0.6))))
  const horizon = height * (isTall ? random.between(0.6, 0.68) : random.between(0.56, 0.65))
  const focusShare = random.chance(0.5) ? random.between(0.3, 0.37) : random.between(0.63, 0.7)
  const focus = width * (positions.has('afloat') && brief.subjects[0]?.name === 'bridge' ? 0.5 : focusShare)
  const isLightBehind =
    hasNearSubject && palette.time !== 'day' && random.chance(palette.time === 'night' ? 0.85 : 0.55)
  const light = lightOf({ ...scene, random }, horizon, focus, isLightBehind)
  const shore = Math.round(horizon)
  const { weathers } = brief
  const cloudShare = weathers.has('storm')
    ? 0.95
    : weathers.has('clouds') || weathers.has('rain')
      ? 0.78
      : random.between(0.22, 0.55)
  return {
    landKinds,
    horizon,
    shore,
    isWater,
    light,
    focus,
    swell: weathers.has('storm')
      ? 0.95
      : landKinds[0] === 'sea'
        ? random.between(0.35, 0.6)
        : random.between(0.05, 0.22),
    cloudiness: weathers.has('clear') ? 0.12 : cloudShare,
    lightFrom: light.x < focus ? -1 : 1,
    rise: positions.has('rise') ? riseOf({ ...scene, random }, shore, focus, isWater) : undefined,
    near:
      hasNearSubject || (!isWater && landKinds[0] !== 'desert') || random.chance(0.6)
        ? nearGroundOf({ ...scene, random }, focus, hasNearSubject, isWater)
        : undefined,
  }
}
