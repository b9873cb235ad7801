import type { SpreadName } from '../record/reading.ts'

/** A built-in script with a name and a version. The version increases with every change of its text. */
export interface Spread extends SpreadName {
  readonly script: string
}
