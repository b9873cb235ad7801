import { drawSvg } from '../canvas.ts'
import { adjust, mix, type Oklch, oklch } from '../oklch.ts'
import { paintRidge, profileOf, type Relief, type Surface } from '../ridges.ts'
import type { LandKind, Plan } from './plan-landscape.ts'
import type { SceneContext } from './scene.ts'
import { drawSkyline } from './skyline.ts'

interface Layer {
  readonly relief: Relief
  /** 0: farthest, 1: nearest. */
  readonly near: number
  /** Height as a share of the picture's shorter side. */
  readonly rise: number
  readonly span: number
  readonly texture: number
  readonly isSnowy?: boolean
}

const LAYERS: Readonly<Record<Exclude<LandKind, 'city'>, readonly Layer[]>> = {
  mountains: [
    { relief: 'peaks', near: 0.14, rise: 0.42, span: 0.62, texture: 0.5, isSnowy: true },
    { relief: 'peaks', near: 0.4, rise: 0.3, span: 0.5, texture: 0.6, isSnowy: true },
    { relief: 'hills', near: 0.62, rise: 0.16, span: 0.35, texture: 0.45 },
    { relief: 'conifers', near: 0.84, rise: 0.085, span: 0.3, texture: 0 },
  ],
  forest: [
    { relief: 'hills', near: 0.12, rise: 0.3, span: 0.5, texture: 0.35 },
    { relief: 'conifers', near: 0.3, rise: 0.15, span: 0.4, texture: 0 },
    { relief: 'conifers', near: 0.55, rise: 0.19, span: 0.4, texture: 0 },
    { relief: 'conifers', near: 0.8, rise: 0.24, span: 0.4, texture: 0 },
  ],
  desert: [
    { relief: 'mesas', near: 0.16, rise: 0.16, span: 0.3, texture: 0.5 },
    { relief: 'dunes', near: 0.4, rise: 0.12, span: 0.55, texture: 0.25 },
    { relief: 'dunes', near: 0.62, rise: 0.15, span: 0.8, texture: 0.25 },
    { relief: 'dunes', near: 0.8, rise: 0.16, span: 1.1, texture: 0.25 },
  ],
  hills: [
    { relief: 'peaks', near: 0.1, rise: 0.2, span: 0.6, texture: 0.35 },
    { relief: 'hills', near: 0.32, rise: 0.2, span: 0.42, texture: 0.4 },
    { relief: 'hills', near: 0.52, rise: 0.18, span: 0.5, texture: 0.45 },
    { relief: 'hills', near: 0.74, rise: 0.17, span: 0.6, texture: 0.5 },
  ],
  sea: [{ relief: 'hills', near: 0.1, rise: 0.08, span: 0.3, texture: 0.3 }],
  island: [{ relief: 'shore', near: 0.1, rise: 0.06, span: 0.25, texture: 0.3 }],
}

const groundOf = ({ palette }: SceneContext, landKind: LandKind): Oklch => {
  if (landKind === 'desert') return mix(oklch(palette.isDark ? 0.34 : 0.68, 0.1, 60), palette.leaf, 0.15)
  if (landKind === 'mountains') return mix(palette.leaf, palette.land, 0.62)
  return palette.leaf
}

const surfaceOf = (scene: SceneContext, plan: Plan, layer: Layer, landKind: LandKind, base: number): Surface => {
  const { palette, canvas, brief } = scene
  const unit = Math.min(canvas.width, canvas.height)
  const ground = mix(
    groundOf(scene, landKind),
    palette.land,
    layer.relief === 'conifers' ? 0.75 : landKind === 'desert' ? 0.3 : 0.42,
  )
  const mist = brief.weathers.has('mist') ? 0.3 : 0
  const farness = Math.min(0.92, (1 - layer.near) ** 1.15 + mist * (1 - layer.near * 0.6))
  const top = mix(mix(ground, palette.skyTop, 0.18), palette.haze, farness * 0.92)
  const hasSnowCap = layer.isSnowy && !brief.excluded.has('snow')
  const rise = layer.rise * unit
  return {
    top,
    bottom: mix(top, palette.haze, (plan.isWater ? 0.28 : 0.5) + mist),
    floor: canvas.height,
    fadeEnd: base + unit * 0.05,
    lit: mix(mix(top, palette.light, 0.32), palette.skyLow, 0.15),
    texture: layer.texture * (0.45 + layer.near * 0.75),
    grainSize: (unit / 1000) * (2.6 - layer.near * 0.8),
    snowLine: hasSnowCap
      ? base - rise * (brief.weathers.has('snow') ? 0.2 : 0.52)
      : brief.weathers.has('snow') && layer.relief !== 'conifers'
        ? base + unit
        : undefined,
    lightFrom: plan.lightFrom,
  }
}

const paintRise = (scene: SceneContext, plan: Plan): void => {
  if (!plan.rise) return
  const { canvas, palette, brief } = scene
  const unit = Math.min(canvas.width, canvas.height)
  const isSea = plan.landKinds[0] === 'sea'
  const ground = isSea
    ? mix(palette.land, oklch(0.5, 0.03, 60), 0.3)
    : mix(groundOf(scene, plan.landKinds[0] ?? 'hills'), palette.land, 0.45)
  const top = mix(ground, palette.haze, 0.12)
  const surface: Surface = {
    top,
    bottom: mix(adjust(top, { l: -0.04 }), palette.haze, 0.06),
    floor: plan.isWater ? plan.shore + 3 : canvas.height,
    fadeEnd: plan.shore + unit * 0.08,
    lit: mix(top, palette.light, 0.4),
    texture: 0.85,
    grainSize: (unit / 1000) * 1.7,
    snowLine: brief.weathers.has('snow') ? canvas.height + unit : undefined,
    lightFrom: plan.lightFrom,
  }
  paintRidge(canvas, plan.rise, surface, scene.random.fork('rise'))
}

export const paintRanges = async (scene: SceneContext, plan: Plan): Promise<void> => {
  const { canvas, random } = scene
  const { width, height } = canvas
  const unit = Math.min(width, height)
  const isCity = plan.landKinds.includes('city')
  const lands = plan.landKinds.filter((landKind) => landKind !== 'city')
  const layers = lands
    .flatMap((landKind, rank) =>
      LAYERS[landKind]
        // A further land adds only its farthest layer, or the near trees of a forest.
        .filter((_, i) => rank === 0 || (landKind === 'forest' ? i > 1 : i === 0))
        .map((layer) => ({ layer, landKind })),
    )
    .filter(({ layer }) => !(isCity && layer.near > 0.5))
    .sort((a, b) => a.layer.near - b.layer.near)
  const strips = layers.map(({ layer, landKind }, i) => {
    const fork = random.fork(`range ${i}`)
    const drop = (height - plan.horizon) * 0.66 * Math.max(0, layer.near - 0.15) * layer.near
    const base = plan.horizon + (plan.isWater ? 0.004 * unit : drop) + unit * 0.01
    const profile = profileOf(layer.relief, { width, base, rise: layer.rise * unit, span: layer.span * unit }, fork)
    return { profile, surface: surfaceOf(scene, plan, layer, landKind, base), fork }
  })
  strips.forEach(({ profile, surface, fork }, i) => {
    const nextProfile = strips[i + 1]?.profile
    const floor = plan.isWater
      ? plan.shore + 3
      : nextProfile
        ? nextProfile.reduce((lowest, y) => Math.max(lowest, y), 0) + 2
        : height
    paintRidge(canvas, profile, { ...surface, floor }, fork)
  })
  if (isCity) await drawSvg(canvas, drawSkyline(scene, plan))
  paintRise(scene, plan)
}
