/** A requirement of the specification. */
export interface Requirement {
  /** <part>-<section>-<number>, as in IMG-2.1-3; never reused. */
  readonly id: string
  /** The requirement, in the specification's words as far as possible. */
  readonly text: string
  /** The later part of the system that will meet the requirement; without it a test must cite the requirement. */
  readonly pending?: string
}

/** Creates a requirement that must be met now. */
export const must = (id: string, text: string): Requirement => ({ id, text })

/** Creates requirements that a later part meets. */
export const pending = (part: string, rows: readonly (readonly [id: string, text: string])[]): Requirement[] =>
  rows.map(([id, text]) => ({ id, text, pending: part }))
