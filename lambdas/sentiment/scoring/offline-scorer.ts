import type { Label } from '../contract/event.ts'
import type { Polarity } from './english-polarity.ts'
import { featuresOf, hasNoOpinion } from './features.ts'
import { mostProbable } from './label-model.ts'
import { languageOf } from './language-of.ts'
import type { ScoredText, Scorer, Sentiment } from './scorer.ts'

/** The name in events. Increase its version with every change of a label or a score. */
export const OFFLINE_SCORER = 'signet-offline/3'

/** Result for a text in an unsupported language. */
const NOT_SCORED: Sentiment = { label: 'NEUTRAL', score: 0.5, couldNotScore: true }
const NO_OPINION: Sentiment = { label: 'NEUTRAL', score: 0.5, couldNotScore: false }

/** Score if the label follows from the stars, because it is then nearly always right. Chosen, not measured. */
const STARS_SCORE = 0.97

/** Returns the label by stars, unless the text contains both praise and blame. */
const starLabel = (rating: number, label: Label): Label => {
  if (label === 'MIXED') return 'MIXED'
  if (rating <= 2) return 'NEGATIVE'
  return rating >= 4 ? 'POSITIVE' : label
}

const hasContent = (text: string): boolean => /\p{L}|\p{N}|\p{Extended_Pictographic}/u.test(text)

export const sentimentOf = (polarity: Polarity, { text, lang, rating }: ScoredText): Sentiment => {
  const language = languageOf(text, lang)
  if (language === undefined && rating === undefined) return NOT_SCORED
  const features = language === undefined || !hasContent(text) ? undefined : featuresOf(text, language, polarity)
  const opinion = features === undefined || hasNoOpinion(features) ? NO_OPINION : mostProbable(features)
  const label = rating === undefined ? opinion.label : starLabel(rating, opinion.label)
  const isLabelByStars = rating !== undefined && rating !== 3 && label !== 'MIXED'
  return { label, score: isLabelByStars ? STARS_SCORE : Number(opinion.score.toFixed(2)), couldNotScore: false }
}

/** Scores texts in seven languages locally and deterministically. In other languages only stars count. */
export const offlineScorer = (loadPolarity: () => Promise<Polarity>): Scorer => ({
  name: OFFLINE_SCORER,
  async score(texts) {
    if (texts.length === 0) return []
    const polarity = await loadPolarity()
    return texts.map((each) => sentimentOf(polarity, each))
  },
})
