import { drawSvg } from '../canvas.ts'
import { adjust, mix } from '../oklch.ts'
import { paintClouds, paintDisc, paintSky, paintStars } from '../sky.ts'
import { SUBJECTS, type SubjectPosition } from '../subjects/draw-subject.ts'
import { paintWater } from '../water.ts'
import { paintForeground } from './foreground.ts'
import { type Plan, planLandscape } from './plan-landscape.ts'
import { paintRanges } from './ranges.ts'
import type { PaintScene, SceneOrder } from './scene.ts'
import { fallingRain, fallingSnow, fireflies, lightning, paintAurora, paintRainbow } from './weather.ts'

/** Draws the subjects of one position. The first in the prompt is the largest and is placed at the focus. */
const subjectsIn = ({ canvas, brief, palette, random }: SceneOrder, plan: Plan, position: SubjectPosition): string => {
  const { width, height } = canvas
  const unit = Math.min(width, height)
  const here = brief.subjects.slice(0, 5).filter(({ what }) => SUBJECTS[what].place === position)
  return here
    .map(({ what, color }, rank) => {
      const branch = random.fork(`subject ${what}`)
      const kind = SUBJECTS[what]
      const isLeading = brief.subjects[0]?.what === what
      const step = (plan.focus < width / 2 ? 1 : -1) * (rank + (isLeading ? 0 : 0.6)) * unit * 0.34
      const x = Math.min(width * 0.9, Math.max(width * 0.1, isLeading ? plan.focus : plan.focus + step))
      const ground = { air: undefined, afloat: undefined, rise: plan.rise, near: plan.near }[position]
      const floor = ground?.[Math.round(x)]
      const y = {
        air: plan.horizon * (isLeading ? branch.between(0.72, 0.8) : branch.between(0.42, 0.56)),
        afloat:
          what === 'bridge' ? plan.shore + unit * 0.03 : plan.shore + (height - plan.shore) * branch.between(0.2, 0.34),
        rise: (floor ?? plan.shore) + unit * 0.006,
        near: (floor ?? height * 0.92) + unit * 0.008,
      }[position]
      const size = unit * kind.size * (isLeading ? branch.between(0.95, 1.08) : 0.62)
      const isAir = position === 'air' && what === 'birds'
      return kind.draw({
        x,
        y: isAir ? y * 0.62 : y,
        size,
        palette: { ...palette, land: adjust(palette.land, {}) },
        color,
        lightFrom: plan.lightFrom,
        random: branch,
      })
    })
    .join('')
}

const paintHeavens = async (order: SceneOrder, plan: Plan): Promise<void> => {
  const { canvas, palette, brief, random } = order
  const { weathers, without } = brief
  const { horizon, light } = plan
  const unit = Math.min(canvas.width, canvas.height) / 1000
  paintSky(canvas, palette, horizon, light)
  const isStarry = palette.isDark && !weathers.has('storm') && !weathers.has('rain') && !without.has('stars')
  if (isStarry) paintStars(canvas, horizon, palette.time === 'night' ? 520 : 170, random.fork('stars'))
  if (weathers.has('aurora')) paintAurora(canvas, horizon, random.fork('aurora'))
  const hidesDisc =
    weathers.has('storm') || weathers.has('rain') || (weathers.has('aurora') && palette.time === 'night')
  if (!hidesDisc) paintDisc(canvas, palette, light)
  if (!without.has('clouds')) {
    const share = plan.cloudiness
    const gloom = weathers.has('storm') ? 0.14 : 0
    const lit = adjust(mix(palette.light, palette.skyLow, palette.isDark ? 0.72 : 0.3), { l: -gloom * 1.6 })
    const shaded = adjust(mix(palette.skyMid, palette.skyTop, 0.45), { l: -gloom - (palette.isDark ? 0 : 0.03) })
    paintClouds(
      canvas,
      horizon,
      { amount: share, lit, shaded, stretch: random.between(1.1, 2.6) },
      light,
      random.fork('clouds'),
    )
  }
  if (weathers.has('rainbow'))
    paintRainbow(canvas, [canvas.width - light.x, horizon * 1.08], Math.min(canvas.width, horizon) * 0.72)
  if (weathers.has('storm')) await drawSvg(canvas, lightning(light.x, horizon, unit, random.fork('bolt')))
}

const overlay = ({ canvas, brief, random }: SceneOrder, plan: Plan): string =>
  [
    brief.weathers.has('rain') ? fallingRain(canvas, random.fork('rain')) : '',
    brief.weathers.has('snow') ? fallingSnow(canvas, random.fork('snow')) : '',
    brief.weathers.has('fireflies') ? fireflies(canvas, plan.horizon * 0.8, random.fork('fireflies')) : '',
  ].join('')

export const paintLandscape: PaintScene = async (order) => {
  const { canvas, palette, random } = order
  const plan = planLandscape(order)
  await paintHeavens(order, plan)
  await drawSvg(canvas, subjectsIn(order, plan, 'air'))
  await paintRanges(order, plan)
  await drawSvg(canvas, subjectsIn(order, plan, 'rise'))
  if (plan.isWater)
    paintWater(canvas, palette, { shore: plan.shore, swell: plan.swell }, plan.light, random.fork('water'))
  await drawSvg(canvas, subjectsIn(order, plan, 'afloat'))
  await paintForeground(order, plan)
  await drawSvg(canvas, subjectsIn(order, plan, 'near') + overlay(order, plan))
}
