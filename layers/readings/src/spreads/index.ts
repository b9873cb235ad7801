import type { Spread } from './spread.ts'
import { threatModel } from './threat-model.ts'

/** Scripts of ours (runtime.md 1). */
export const SPREADS: readonly Spread[] = [threatModel]

/** The spread of a name; undefined if there is none. */
export const spreadOfName = (name: string): Spread | undefined => SPREADS.find((spread) => spread.name === name)
