export interface Pattern {
  /** A slug that never changes. */
  readonly id: string
  readonly title: string
  readonly description: string
  readonly terms: { readonly names: string; readonly typical: string; readonly hints: string }
  /** How people ask for it, mostly without its name. At least twenty. */
  readonly phrasings: readonly string[]
}
