import type { Ground } from '../words.ts'
import { paintAbstract } from './abstract.ts'
import { paintBloom } from './bloom.ts'
import { paintGeometric } from './geometric.ts'
import { paintLandscape } from './landscape.ts'
import { paintPortrait } from './portrait.ts'
import type { PaintScene } from './scene.ts'
import { paintSpace } from './space.ts'

const SPECIAL_SCENES: Partial<Record<Ground, PaintScene>> = {
  space: paintSpace,
  bloom: paintBloom,
  abstract: paintAbstract,
  geometric: paintGeometric,
  portrait: paintPortrait,
}

/**
 * Chooses the scene for the prompt's words. A subject needs ground, so only space and garden scenes take precedence
 * over it. A prompt without known words becomes a landscape or, for some seeds, an abstract picture.
 */
export const paintScene: PaintScene = (scene) => {
  const { subjects, grounds, weathers } = scene.brief
  const specialScene = grounds.map((ground) => SPECIAL_SCENES[ground]).find(Boolean)
  const hasLand = grounds.some((ground) => !SPECIAL_SCENES[ground])
  if (specialScene === paintSpace && !hasLand) return paintSpace(scene)
  if (specialScene === paintBloom && !hasLand) {
    const isAirborne = subjects.every(({ name }) => name === 'butterfly')
    return isAirborne ? paintBloom(scene) : paintLandscape(scene)
  }
  if (specialScene && !hasLand && subjects.length === 0) return specialScene(scene)
  if (grounds.includes('portrait') && subjects.every(({ name }) => name === 'person')) return paintPortrait(scene)
  const isUnknown = subjects.length === 0 && grounds.length === 0 && weathers.size === 0
  if (isUnknown && scene.random.fork('family').chance(0.3)) return paintAbstract(scene)
  return paintLandscape(scene)
}
