export interface Pattern {
  /** An immutable slug. */
  readonly id: string
  readonly title: string
  readonly description: string
  readonly terms: { readonly names: string; readonly typical: string; readonly hints: string }
  /** At least twenty wordings of a request for the pattern, mostly without its name. */
  readonly phrasings: readonly string[]
}
