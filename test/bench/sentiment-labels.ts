import { createRequire } from 'node:module'
import winkEnglish from 'wink-eng-lite-web-model'
import winkNLP from 'wink-nlp'
import { englishPolarity } from '../../lambdas/sentiment/scoring/english-polarity.ts'
import { clausesOf } from '../../lambdas/sentiment/scoring/features.ts'
import { sentimentOf } from '../../lambdas/sentiment/scoring/offline-scorer.ts'
import { type Mention, mentionsIn } from './sentiment-training.ts'

interface Scored {
  readonly score: number
  readonly isRight: boolean
}

const BINS = 10

/**
 * Returns the expected calibration error: the distance of scores from the share of correct labels, in ten bins weighted
 * by their counts.
 */
export const calibrationError = (all: readonly Scored[]): number => {
  const bins = Map.groupBy(all, ({ score }) => Math.min(BINS - 1, Math.floor(score * BINS)))
  const binErrors = [...bins.values()].map((bin) =>
    Math.abs(bin.reduce((sum, { score, isRight }) => sum + score - (isRight ? 1 : 0), 0)),
  )
  return binErrors.reduce((sum, each) => sum + each, 0) / Math.max(1, all.length)
}

export const shareRight = (all: readonly { readonly isRight: boolean }[]): number =>
  (100 * all.filter(({ isRight }) => isRight).length) / Math.max(1, all.length)

interface Vader {
  readonly SentimentIntensityAnalyzer: { polarity_scores(text: string): { readonly compound: number } }
}

const CLAUSE_MIN = 0.2
const TEXT_MIN = 0.05

/** Returns the rival's labels: wink-nlp and VADER averaged; MIXED if two clauses disagree. */
const rivalLabel = (): ((text: string) => string) => {
  const nlp = winkNLP(winkEnglish, ['sbd', 'negation', 'sentiment'])
  const { SentimentIntensityAnalyzer: vader } = createRequire(import.meta.url)('vader-sentiment') as Vader
  const polarity = (text: string): number =>
    (Number(nlp.readDoc(text).out(nlp.its.sentiment as never)) + vader.polarity_scores(text).compound) / 2
  return (text) => {
    const clauses = clausesOf(text)
    const parts = clauses.length < 2 ? [] : clauses.map(polarity)
    if (parts.some((each) => each >= CLAUSE_MIN) && parts.some((each) => each <= -CLAUSE_MIN)) return 'MIXED'
    const textPolarity = polarity(text)
    if (Math.abs(textPolarity) < TEXT_MIN) return 'NEUTRAL'
    return textPolarity > 0 ? 'POSITIVE' : 'NEGATIVE'
  }
}

/** Labels mentions by the scorer and by the rival. */
export const labelMentions = (mentions: readonly Mention[]) => {
  const polarity = englishPolarity()
  const rival = rivalLabel()
  return mentions.map(({ language, label, text }) => {
    const score = sentimentOf(polarity, { text, lang: language })
    return {
      language,
      label,
      text,
      predicted: score.label,
      score: score.score,
      isRight: score.label === label,
      rival: rival(text) === label,
    }
  })
}

/** Prints the accuracy of both, and the calibration, by language and label. */
export const printLabels = (lines: readonly string[], listsErrors: boolean): void => {
  const labeled = labelMentions(mentionsIn(lines))
  const tableRow = (name: string, group: typeof labeled): string => {
    const rival = shareRight(group.map((each) => ({ isRight: each.rival })))
    return `| ${name} | ${group.length} | ${shareRight(group).toFixed(1)} % | ${rival.toFixed(1)} % | ${calibrationError(group).toFixed(3)} |`
  }
  console.log('| | mentions | ours right | wink with VADER right | calibration error |')
  for (const by of ['language', 'label'] as const)
    for (const [name, some] of Map.groupBy(labeled, (each) => each[by])) console.log(tableRow(name, some))
  console.log(tableRow('all', labeled))
  if (!listsErrors) return
  for (const { label, predicted, score, text, isRight } of labeled)
    if (!isRight) console.log(`${label} predicted as ${predicted} ${score}: ${text}`)
}
