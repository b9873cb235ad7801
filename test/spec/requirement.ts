/** One thing that the specification demands. */
export interface Requirement {
  /** <part>-<section>-<number>, as in IMG-2.1-3; never used again for something else. */
  readonly id: string
  /** The requirement, in the specification's words as far as possible. */
  readonly text: string
  /** The part of the system that will bring it; absent: it is here and a test must cite it. */
  readonly pending?: string
}

/** A requirement that must hold now. */
export const must = (id: string, text: string): Requirement => ({ id, text })

/** Requirements that a later part brings. */
export const pending = (part: string, rows: readonly (readonly [id: string, text: string])[]): Requirement[] =>
  rows.map(([id, text]) => ({ id, text, pending: part }))
