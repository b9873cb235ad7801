import type { Context, Part } from './design.ts'
import type { Traits } from './traits.ts'

export interface Pattern {
  /** Semantic version. It increases when a byte of any scaffold changes. */
  readonly version: string
  readonly title: string
  /** Default traits of the pattern. The caller's traits override them. */
  readonly traits: Partial<Traits>
  /** Traits that the pattern requires, whatever the caller requests. The scaffold reports the effective traits. */
  readonly requiredTraits?: (traits: Traits) => Partial<Traits>
  readonly parts: (context: Context) => readonly Part[]
}
