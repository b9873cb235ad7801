import type { Context, Part } from './design.ts'
import type { Traits } from './traits.ts'

export interface Pattern {
  /** Semver; it rises when a byte of any scaffold changes. */
  readonly version: string
  readonly title: string
  /** The least that a pattern knows of itself; the caller's traits go over these. */
  readonly traits: Partial<Traits>
  /** Traits that are otherwise than asked for, because the pattern cannot do without: what the scaffold says is what is built. */
  readonly settled?: (traits: Traits) => Partial<Traits>
  readonly parts: (context: Context) => readonly Part[]
}
