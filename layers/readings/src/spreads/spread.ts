import type { SpreadName } from '../record/reading.ts'

/** A script of ours with a name and a version. The version rises whenever its text does. */
export interface Spread extends SpreadName {
  readonly script: string
}
