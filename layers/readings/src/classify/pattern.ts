/** What a scaffold of software is: the shape of its work, told from an intention (reference: patterns of the runtime). */
export interface Pattern {
  /** A slug that never changes. */
  readonly id: string
  readonly title: string
  /** One sentence, in the words of the field. */
  readonly description: string
  /** Words and phrases that speak for it: those that name it, typical ones, and hints. */
  readonly terms: { readonly names: string; readonly typical: string; readonly hints: string }
  /** How people ask for it, mostly without its name. At least twenty. */
  readonly phrasings: readonly string[]
}
