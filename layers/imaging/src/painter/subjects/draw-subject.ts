import type { Subject } from '../words.ts'
import { bear, butterfly, cat, deer, elephant, fox, horse, owl, person, rabbit, wolf } from './animals.ts'
import { bridge, castle, house, lighthouse, windmill } from './buildings.ts'
import { birds, tree, whale } from './nature.ts'
import type { DrawSubject } from './placement.ts'
import { balloon, boat, rocket } from './vessels.ts'

/** Position of a subject: on the ground near the viewer, on a distant rise, in the water, or in the air. */
export type SubjectPosition = 'near' | 'rise' | 'afloat' | 'air'

export interface SubjectKind {
  readonly draw: DrawSubject
  readonly position: SubjectPosition
  /** Height as a share of the picture's shorter side. */
  readonly size: number
}

export const SUBJECTS: Readonly<Record<Subject, SubjectKind>> = {
  lighthouse: { draw: lighthouse, position: 'rise', size: 0.42 },
  castle: { draw: castle, position: 'rise', size: 0.36 },
  house: { draw: house, position: 'rise', size: 0.17 },
  windmill: { draw: windmill, position: 'rise', size: 0.34 },
  tree: { draw: tree, position: 'rise', size: 0.56 },
  bridge: { draw: bridge, position: 'afloat', size: 0.4 },
  boat: { draw: boat, position: 'afloat', size: 0.26 },
  whale: { draw: whale, position: 'afloat', size: 0.34 },
  balloon: { draw: balloon, position: 'air', size: 0.3 },
  rocket: { draw: rocket, position: 'air', size: 0.36 },
  birds: { draw: birds, position: 'air', size: 0.36 },
  butterfly: { draw: butterfly, position: 'air', size: 0.4 },
  cat: { draw: cat, position: 'near', size: 0.36 },
  fox: { draw: fox, position: 'near', size: 0.34 },
  wolf: { draw: wolf, position: 'near', size: 0.36 },
  rabbit: { draw: rabbit, position: 'near', size: 0.28 },
  owl: { draw: owl, position: 'near', size: 0.4 },
  deer: { draw: deer, position: 'near', size: 0.34 },
  horse: { draw: horse, position: 'near', size: 0.36 },
  bear: { draw: bear, position: 'near', size: 0.36 },
  elephant: { draw: elephant, position: 'near', size: 0.36 },
  person: { draw: person, position: 'near', size: 0.26 },
}
