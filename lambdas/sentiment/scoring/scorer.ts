import type { Label } from '../contract/event.ts'

/** A text for a scorer, without personal data. */
export interface ScoredText {
  readonly text: string
  /** ISO 639-1, if the platform reports it. */
  readonly lang?: string | undefined
  /** 1 to 5 stars. */
  readonly rating?: number | undefined
}

export interface Sentiment {
  readonly label: Label
  /** Calibrated confidence of the label: of 100 labels with 0.8, about 80 are right. */
  readonly score: number
  /** True if the language of the text is not supported, or the scorer failed for the text. */
  readonly couldNotScore: boolean
  /** Name of the scorer, if it was not the requested one. */
  readonly scorer?: string | undefined
}

/** Scores texts, in their order. */
export interface Scorer {
  readonly name: string
  score(texts: readonly ScoredText[]): Promise<readonly Sentiment[]>
}
