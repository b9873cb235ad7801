import type { Label } from '../contract/event.ts'

/** A text for a scorer, without personal data. */
export interface ScoredText {
  readonly text: string
  /** ISO 639-1, if the platform names it. */
  readonly lang?: string | undefined
  /** 1 to 5 stars. */
  readonly rating?: number | undefined
}

export interface Sentiment {
  readonly label: Label
  /** The confidence of the label: of a hundred with 0.8 about eighty are right. */
  readonly score: number
  /** Whether the text could not be read because of its language. */
  readonly couldNotScore: boolean
  /** Who scored, where it was another than the scorer that was asked. */
  readonly scorer?: string | undefined
}

/** Scores texts, in their order. */
export interface Scorer {
  readonly name: string
  score(texts: readonly ScoredText[]): Promise<readonly Sentiment[]>
}
