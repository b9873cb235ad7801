import type { Subject } from '../words.ts'
import { bear, butterfly, cat, deer, elephant, fox, horse, owl, person, rabbit, wolf } from './animals.ts'
import { bridge, castle, house, lighthouse, windmill } from './buildings.ts'
import { birds, tree, whale } from './nature.ts'
import type { DrawSubject } from './stand.ts'
import { balloon, boat, rocket } from './vessels.ts'

/** Position of a subject: on the ground near the viewer, on a distant rise, in the water, or in the air. */
export type SubjectPosition = 'near' | 'rise' | 'afloat' | 'air'

export interface SubjectKind {
  readonly draw: DrawSubject
  readonly place: SubjectPosition
  /** Height as a share of the picture's shorter side. */
  readonly size: number
}

export const SUBJECTS: Readonly<Record<Subject, SubjectKind>> = {
  lighthouse: { draw: lighthouse, place: 'rise', size: 0.42 },
  castle: { draw: castle, place: 'rise', size: 0.36 },
  house: { draw: house, place: 'rise', size: 0.17 },
  windmill: { draw: windmill, place: 'rise', size: 0.34 },
  tree: { draw: tree, place: 'rise', size: 0.56 },
  bridge: { draw: bridge, place: 'afloat', size: 0.4 },
  boat: { draw: boat, place: 'afloat', size: 0.26 },
  whale: { draw: whale, place: 'afloat', size: 0.34 },
  balloon: { draw: balloon, place: 'air', size: 0.3 },
  rocket: { draw: rocket, place: 'air', size: 0.36 },
  birds: { draw: birds, place: 'air', size: 0.36 },
  butterfly: { draw: butterfly, place: 'air', size: 0.4 },
  cat: { draw: cat, place: 'near', size: 0.36 },
  fox: { draw: fox, place: 'near', size: 0.34 },
  wolf: { draw: wolf, place: 'near', size: 0.36 },
  rabbit: { draw: rabbit, place: 'near', size: 0.28 },
  owl: { draw: owl, place: 'near', size: 0.4 },
  deer: { draw: deer, place: 'near', size: 0.34 },
  horse: { draw: horse, place: 'near', size: 0.36 },
  bear: { draw: bear, place: 'near', size: 0.36 },
  elephant: { draw: elephant, place: 'near', size: 0.36 },
  person: { draw: person, place: 'near', size: 0.26 },
}
