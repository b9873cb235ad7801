import { drawSvg } from '../canvas.ts'
import { adjust, mix } from '../oklch.ts'
import { paintClouds, paintDisc, paintSky, paintStars } from '../sky.ts'
import { SUBJECTS, type SubjectPosition } from '../subjects/draw-subject.ts'
import { paintWater } from '../water.ts'
import { paintForeground } from './foreground.ts'
import { type Plan, planLandscape } from './plan-landscape.ts'
import { paintRanges } from './ranges.ts'
import type { PaintScene, SceneContext } from './scene.ts'
import { drawFireflies, drawLightning, drawRain, drawSnow, paintAurora, paintRainbow } from './weather.ts'

/** Draws the subjects of one position. The first in the prompt is the largest and is placed at the focus. */
const drawSubjects = (
  { canvas, brief, palette, random }: SceneContext,
  plan: Plan,
  position: SubjectPosition,
): string => {
  const { width, height } = canvas
  const unit = Math.min(width, height)
  const placed = brief.subjects.slice(0, 5).filter(({ name }) => SUBJECTS[name].position === position)
  return placed
    .map(({ name, color }, rank) => {
      const fork = random.fork(`subject ${name}`)
      const kind = SUBJECTS[name]
      const isMain = brief.subjects[0]?.name === name
      const offset = (plan.focus < width / 2 ? 1 : -1) * (rank + (isMain ? 0 : 0.6)) * unit * 0.34
      const x = Math.min(width * 0.9, Math.max(width * 0.1, isMain ? plan.focus : plan.focus + offset))
      const groundProfile = { air: undefined, afloat: undefined, rise: plan.rise, near: plan.near }[position]
      const floor = groundProfile?.[Math.round(x)]
      const y = {
        air: plan.horizon * (isMain ? fork.between(0.72, 0.8) : fork.between(0.42, 0.56)),
        afloat:
          name === 'bridge' ? plan.shore + unit * 0.03 : plan.shore + (height - plan.shore) * fork.between(0.2, 0.34),
        rise: (floor ?? plan.shore) + unit * 0.006,
        near: (floor ?? height * 0.92) + unit * 0.008,
      }[position]
      const size = unit * kind.size * (isMain ? fork.between(0.95, 1.08) : 0.62)
      const isFlock = position === 'air' && name === 'birds'
      return kind.draw({
        x,
        y: isFlock ? y * 0.62 : y,
        size,
        palette: { ...palette, land: adjust(palette.land, {}) },
        color,
        lightFrom: plan.lightFrom,
        random: fork,
      })
    })
    .join('')
}

const paintSkyAndWeather = async (scene: SceneContext, plan: Plan): Promise<void> => {
  const { canvas, palette, brief, random } = scene
  const { weathers, excluded } = brief
  const { horizon, light } = plan
  const unit = Math.min(canvas.width, canvas.height) / 1000
  paintSky(canvas, palette, horizon, light)
  const isStarry = palette.isDark && !weathers.has('storm') && !weathers.has('rain') && !excluded.has('stars')
  if (isStarry) paintStars(canvas, horizon, palette.time === 'night' ? 520 : 170, random.fork('stars'))
  if (weathers.has('aurora')) paintAurora(canvas, horizon, random.fork('aurora'))
  const hidesDisc =
    weathers.has('storm') || weathers.has('rain') || (weathers.has('aurora') && palette.time === 'night')
  if (!hidesDisc) paintDisc(canvas, palette, light)
  if (!excluded.has('clouds')) {
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
  if (weathers.has('storm')) await drawSvg(canvas, drawLightning(light.x, horizon, unit, random.fork('bolt')))
}

const drawPrecipitation = ({ canvas, brief, random }: SceneContext, plan: Plan): string =>
  [
    brief.weathers.has('rain') ? drawRain(canvas, random.fork('rain')) : '',
    brief.weathers.has('snow') ? drawSnow(canvas, random.fork('snow')) : '',
    brief.weathers.has('fireflies') ? drawFireflies(canvas, plan.horizon * 0.8, random.fork('fireflies')) : '',
  ].join('')

export const paintLandscape: PaintScene = async (scene) => {
  const { canvas, palette, random } = scene
  const plan = planLandscape(scene)
  await paintSkyAndWeather(scene, plan)
  await drawSvg(canvas, drawSubjects(scene, plan, 'air'))
  await paintRanges(scene, plan)
  await drawSvg(canvas, drawSubjects(scene, plan, 'rise'))
  if (plan.isWater)
    paintWater(canvas, palette, { shore: plan.shore, swell: plan.swell }, plan.light, random.fork('water'))
  await drawSvg(canvas, drawSubjects(scene, plan, 'afloat'))
  await paintForeground(scene, plan)
  await drawSvg(canvas, drawSubjects(scene, plan, 'near') + drawPrecipitation(scene, plan))
}
