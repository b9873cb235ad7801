import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { englishPolarity, type Polarity } from '../../lambdas/sentiment/scoring/english-polarity.ts'
import { WEIGHTS } from '../../lambdas/sentiment/scoring/model-weights.ts'
import { sentimentOf } from '../../lambdas/sentiment/scoring/offline-scorer.ts'
import type { Progress, Row } from './measure.ts'
import { calibrationError, labelMentions, shareRight } from './sentiment-labels.ts'
import { crossValidated, openMentions, SETS, sentencesOf, trainingSet } from './sentiment-training.ts'

/** The results of wink-nlp alone on these sentences, and four classes by vader and wink-nlp: the figures to reach. */
const REFERENCE = { amazon: 87.2, yelp: 81.7, imdb: 81.6, mean: 83.5, fourClasses: 71 }
/** Mentions of a busy cycle: a hundred tenants with three hundred each, in ten seconds of a core. */
const TEXTS_A_SECOND = 3_000
/** Limit of the specification for mentions. */
const CALIBRATION_ERROR_MAX = 0.1
/** Weights have three decimals; other processors may add in another order. */
const ROUNDING = 0.005

const sentimentRow = (bench: string, ours: number, rival: number, unit: string, budget: Row['budget']): Row => ({
  bench: `sentiment: ${bench}`,
  ours,
  rival,
  unit,
  ratio: ours / rival,
  ...(budget ? { budget } : {}),
})

const share = (flags: readonly boolean[]): number => (100 * flags.filter(Boolean).length) / Math.max(1, flags.length)

/**
 * Measures the calibration on mentions outside the training set, and whether the weights follow from their examples.
 */
const modelRows = (polarity: Polarity): Row[] => {
  const { written, stripped } = crossValidated(polarity)
  const errorRow = (name: string, all: typeof written, budget?: Row['budget']): Row => ({
    ...sentimentRow(`calibration error, ${name}`, calibrationError(all), CALIBRATION_ERROR_MAX, 'of 1', budget),
    note: `${shareRight(all).toFixed(1)} % right of ${all.length}`,
  })
  const retrained = trainingSet(polarity).trainWithout(() => false)
  const distance = Math.max(
    ...retrained.flatMap((weights, k) => weights.map((each, i) => Math.abs(each - (WEIGHTS[k]?.[i] ?? 0)))),
  )
  return [
    errorRow('mentions held out', written, { atMost: 1 }),
    // The most pessimistic case: unique phrases are unknown. Reported without a limit.
    errorRow('held out, without phrases that only they have', stripped),
    sentimentRow('the weights against their examples', distance, ROUNDING, '', { atMost: 1 }),
  ]
}

/** Measures accuracy, calibration and speed of the offline scorer on human-labeled sentences. */
export const sentimentBench = async (say: Progress): Promise<Row[]> => {
  const polarity = englishPolarity()
  const sentenceSets = SETS.map((name) => [name, sentencesOf(name)] as const)
  say('sentiment: accuracy')
  // Undecided sentences count as negative, because the sets have no third class.
  const accuracies = sentenceSets.map(([name, sentences]) => {
    const right = sentences.map(({ text, class: positive }) => polarity(text) > 0 === (positive === 1))
    return [name, share(right)] as const
  })
  const mean = accuracies.reduce((sum, [, accuracy]) => sum + accuracy, 0) / accuracies.length
  const lines = readFileSync(join(import.meta.dirname, '../fixtures/sentiment/four-classes.txt'), 'utf8')
    .trim()
    .split('\n')
  const four = share(
    lines.map(
      (line) => sentimentOf(polarity, { text: line.split('\t')[1] ?? '', lang: 'en' }).label === line.split('\t')[0],
    ),
  )
  const texts = sentenceSets.flatMap(([, sentences]) => sentences)
  say('sentiment: calibration')
  const calibration = modelRows(polarity)
  const labeledMentions = labelMentions(openMentions())
  const rival = shareRight(labeledMentions.map((each) => ({ isRight: each.rival })))
  say('sentiment: speed')
  const started = performance.now()
  for (const { text } of texts) sentimentOf(polarity, { text })
  const speed = texts.length / ((performance.now() - started) / 1000)
  return [
    ...accuracies.map(([name, accuracy]) => sentimentRow(name, accuracy, REFERENCE[name], '% right', undefined)),
    sentimentRow('mean of three', mean, REFERENCE.mean, '% right', { atLeast: 1 }),
    sentimentRow('four classes', four, REFERENCE.fourClasses, '% right', { atLeast: 1 }),
    sentimentRow(
      'mentions of the open half, which the weights have seen',
      shareRight(labeledMentions),
      rival,
      '% right',
      {
        atLeast: 1,
      },
    ),
    ...calibration,
    sentimentRow('texts a second, clauses included', speed, TEXTS_A_SECOND, '1/s', { atLeast: 1 }),
  ]
}
