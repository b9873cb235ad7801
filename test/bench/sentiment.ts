import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { englishPolarity, type Polarity } from '../../lambdas/sentiment/scoring/english-polarity.ts'
import { sentimentOf } from '../../lambdas/sentiment/scoring/offline-scorer.ts'
import type { Progress, Row } from './measure.ts'
import { judgedCalibration, type Told } from './sentiment-calibration.ts'

interface Sentence {
  readonly text: string
  readonly class: 0 | 1
}

/** The results of wink-nlp alone on these sentences, and four classes by vader and wink-nlp: the figures to reach. */
const REFERENCE = { amazon: 87.2, yelp: 81.7, imdb: 81.6, mean: 83.5, fourClasses: 71 }
const SETS = ['amazon', 'yelp', 'imdb'] as const
/** Mentions of a busy cycle: a hundred tenants with three hundred each in ten seconds of a core. */
const TEXTS_A_SECOND = 3_000
const CALIBRATION_ERROR_MAX = 0.05
/** Scores have two decimals. */
const ROUNDING = 0.005

const sentencesOf = (name: (typeof SETS)[number]): readonly Sentence[] => {
  const folder = dirname(createRequire(import.meta.url).resolve('sentiment/package.json'))
  return JSON.parse(readFileSync(join(folder, 'test/fixtures', `${name}.json`), 'utf8')) as Sentence[]
}

const row = (bench: string, ours: number, rival: number, unit: string, budget: Row['budget']): Row => ({
  bench: `sentiment: ${bench}`,
  ...{ ours, rival, unit, ratio: ours / rival },
  ...(budget ? { budget } : {}),
})

const share = (flags: readonly boolean[]): number => (100 * flags.filter(Boolean).length) / Math.max(1, flags.length)

/** The scorer's decisions for sentences. Neutral and mixed ones are left out, because the sets have no such classes. */
const decided = (polarity: Polarity, sentences: readonly Sentence[]): Told[] =>
  sentences.flatMap(({ text, class: positive }) => {
    const { label, score } = sentimentOf(polarity, { text })
    if (label !== 'POSITIVE' && label !== 'NEGATIVE') return []
    const isRight = (label === 'POSITIVE') === (positive === 1)
    return [{ text, label, score, isRight, strength: Math.abs(polarity(text)) }]
  })

const calibrationRows = (polarity: Polarity, sentences: readonly Sentence[]): Row[] => {
  const { distance, table, own, heldOut } = judgedCalibration(decided(polarity, sentences))
  const errorRow = (half: string, { error, said }: typeof own): Row => ({
    ...row(`calibration error, ${half}`, error, CALIBRATION_ERROR_MAX, 'of 1', { atMost: 1 }),
    note: said,
  })
  return [
    errorRow('the half that made the table', own),
    errorRow('the other half', heldOut),
    { ...row('the table against its half', distance, ROUNDING, 'of 1', { atMost: 1 }), note: table },
  ]
}

/** Accuracy, calibration and speed of the offline scorer, on sentences that people have labelled. */
export const sentimentBench = async (say: Progress): Promise<Row[]> => {
  const polarity = englishPolarity()
  const all = SETS.map((name) => [name, sentencesOf(name)] as const)
  say('sentiment: accuracy')
  // Undecided sentences count as negative, because the sets have no third class.
  const accuracies = all.map(([name, sentences]) => {
    const right = sentences.map(({ text, class: positive }) => polarity(text) > 0 === (positive === 1))
    return [name, share(right)] as const
  })
  const mean = accuracies.reduce((sum, [, accuracy]) => sum + accuracy, 0) / accuracies.length
  const lines = readFileSync(join(import.meta.dirname, '../fixtures/sentiment/four-classes.txt'), 'utf8')
    .trim()
    .split('\n')
  const four = share(
    lines.map((line) => sentimentOf(polarity, { text: line.split('\t')[1] ?? '' }).label === line.split('\t')[0]),
  )
  const texts = all.flatMap(([, sentences]) => sentences)
  say('sentiment: calibration')
  const calibration = calibrationRows(polarity, texts)
  say('sentiment: speed')
  const started = performance.now()
  for (const { text } of texts) sentimentOf(polarity, { text })
  const speed = texts.length / ((performance.now() - started) / 1000)
  return [
    ...accuracies.map(([name, accuracy]) => row(name, accuracy, REFERENCE[name], '% right', undefined)),
    row('mean of three', mean, REFERENCE.mean, '% right', { atLeast: 1 }),
    row('four classes', four, REFERENCE.fourClasses, '% right', { atLeast: 1 }),
    ...calibration,
    row('texts a second, clauses included', speed, TEXTS_A_SECOND, '1/s', { atLeast: 1 }),
  ]
}
