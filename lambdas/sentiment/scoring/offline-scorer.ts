import type { Label } from '../contract/event.ts'
import { calibrated } from './calibration.ts'
import { clausesOf } from './clauses.ts'
import type { Polarity } from './english-polarity.ts'
import { looksEnglish } from './looks-english.ts'
import type { ScoredText, Scorer, Sentiment } from './scorer.ts'

/** The name in events. Raise its version with every change of a label or a score. */
export const OFFLINE_SCORER = 'signet-offline/2'

/** Least polarity of a clause that counts as an opinion. */
const CLAUSE_MIN = 0.2
/** Least polarity of a text that counts as an opinion. */
const TEXT_MIN = 0.05

/** A text that cannot be read is not guessed. */
const UNREAD: Sentiment = { label: 'NEUTRAL', score: 0.5, couldNotScore: true }

const labelOf = (whole: number, clauses: readonly number[]): Label => {
  const isTorn = clauses.some((each) => each >= CLAUSE_MIN) && clauses.some((each) => each <= -CLAUSE_MIN)
  if (isTorn) return 'MIXED'
  if (Math.abs(whole) < TEXT_MIN) return 'NEUTRAL'
  return whole > 0 ? 'POSITIVE' : 'NEGATIVE'
}

/** Stars give the direction of an opinion. The text shows whether there is another one beside it. */
const starLabel = (rating: number, label: Label): Label => {
  if (label === 'MIXED') return 'MIXED'
  if (rating <= 2) return 'NEGATIVE'
  return rating >= 4 ? 'POSITIVE' : label
}

/** Label and confidence of one English text. */
export const sentimentOf = (polarity: Polarity, { text, rating }: ScoredText): Sentiment => {
  const whole = polarity(text)
  const parts = clausesOf(text)
  // A single clause has a single opinion.
  const clauses = parts.length < 2 ? [] : parts.map(polarity)
  const textLabel = labelOf(whole, clauses)
  const label = rating === undefined ? textLabel : starLabel(rating, textLabel)
  return { label, score: calibrated(label, whole, rating), couldNotScore: false }
}

/**
 * Scores English texts locally and deterministically. In other languages only stars count: without them the text is
 * NEUTRAL with a score of 0.5.
 */
export const offlineScorer = (loadPolarity: () => Promise<Polarity>): Scorer => ({
  name: OFFLINE_SCORER,
  async score(texts) {
    if (texts.length === 0) return []
    const polarity = await loadPolarity()
    return texts.map((each) => {
      const isEnglish = each.lang === undefined ? looksEnglish(each.text) : each.lang === 'en'
      if (isEnglish) return sentimentOf(polarity, each)
      return each.rating === undefined ? UNREAD : sentimentOf(() => 0, each)
    })
  },
})
