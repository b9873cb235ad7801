import type { Label } from '../contract/event.ts'

/** A text as a scorer gets it: personal data is gone. */
export interface ScoredText {
  readonly text: string
  /** ISO 639-1, where the platform says. */
  readonly lang?: string | undefined
  /** 1 to 5 stars. */
  readonly rating?: number | undefined
}

export interface Sentiment {
  readonly label: Label
  /** How sure the label is: of a hundred with 0.8 some eighty are right. */
  readonly score: number
  /** Whether nothing was read, for want of the language. */
  readonly couldNotScore: boolean
}

/** Scores texts, in their order. */
export interface Scorer {
  /** Name and version, as events carry them. */
  readonly name: string
  score(texts: readonly ScoredText[]): Promise<readonly Sentiment[]>
}
