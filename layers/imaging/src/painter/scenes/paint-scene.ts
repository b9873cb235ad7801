import type { Ground } from '../words.ts'
import { paintAbstract } from './abstract.ts'
import { paintBloom } from './bloom.ts'
import { paintGeometric } from './geometric.ts'
import { paintLandscape } from './landscape.ts'
import { paintPortrait } from './portrait.ts'
import type { PaintScene } from './scene.ts'
import { paintSpace } from './space.ts'

const FAMILIES: Partial<Record<Ground, PaintScene>> = {
  space: paintSpace,
  bloom: paintBloom,
  abstract: paintAbstract,
  geometric: paintGeometric,
  portrait: paintPortrait,
}

/**
 * Chooses the scene for the prompt's words. A subject needs ground, so only a world or a garden takes precedence over
 * one. A prompt without known words becomes a landscape, or sometimes flowing paint, by its seed.
 */
export const paintScene: PaintScene = (order) => {
  const { subjects, grounds, weathers } = order.brief
  const family = grounds.map((ground) => FAMILIES[ground]).find(Boolean)
  const isOpenAir = grounds.some((ground) => !FAMILIES[ground])
  if (family === paintSpace && !isOpenAir) return paintSpace(order)
  if (family === paintBloom && !isOpenAir) {
    const isAirborne = subjects.every(({ what }) => what === 'butterfly')
    return isAirborne ? paintBloom(order) : paintLandscape(order)
  }
  if (family && !isOpenAir && subjects.length === 0) return family(order)
  if (grounds.includes('portrait') && subjects.every(({ what }) => what === 'person')) return paintPortrait(order)
  const isUnknown = subjects.length === 0 && grounds.length === 0 && weathers.size === 0
  if (isUnknown && order.random.fork('family').chance(0.3)) return paintAbstract(order)
  return paintLandscape(order)
}
