export interface Pattern {
  /** A slug that never changes. */
  readonly id: string
  readonly title: string
  readonly description: string
  readonly terms: { readonly names: string; readonly typical: string; readonly hints: string }
  /** At least twenty ways to request the pattern, mostly without its name. */
  readonly phrasings: readonly string[]
}
