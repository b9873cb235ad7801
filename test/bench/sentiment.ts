import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Label } from '../../lambdas/sentiment/contract/event.ts'
import { englishPolarity } from '../../lambdas/sentiment/scoring/english-polarity.ts'
import { sentimentOf } from '../../lambdas/sentiment/scoring/offline-scorer.ts'
import type { Progress, Row } from './measure.ts'

interface Sentence {
  readonly text: string
  readonly class: 0 | 1
}

/** What wink-nlp alone reaches on these sentences, and four classes by vader and wink-nlp: the figures to keep up with. */
const REFERENCE = { amazon: 87.2, yelp: 81.7, imdb: 81.6, mean: 83.5, fourClasses: 71 }
const SETS = ['amazon', 'yelp', 'imdb'] as const
/** Mentions of a busy cycle: a hundred tenants with three hundred each in ten seconds of a core. */
const TEXTS_A_SECOND = 3_000
const CALIBRATION_ERROR_MAX = 0.05

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

/** How far scores are from how often labels are right, over the half of the sentences that the table was not made with. */
const calibrationError = (told: readonly { readonly score: number; readonly isRight: boolean }[]): number => {
  const bins = new Map<number, { score: number; right: number; count: number }>()
  for (const { score, isRight } of told) {
    const bin = bins.get(score) ?? { score, right: 0, count: 0 }
    bins.set(score, { score, right: bin.right + (isRight ? 1 : 0), count: bin.count + 1 })
  }
  const off = [...bins.values()].map(({ score, right, count }) => count * Math.abs(score - right / count))
  return off.reduce((sum, each) => sum + each, 0) / told.length
}

/** Accuracy, calibration and speed of the offline scorer, on sentences that people have labelled. */
export const sentimentBench = async (say: Progress): Promise<Row[]> => {
  const polarity = englishPolarity()
  const all = SETS.map((name) => [name, sentencesOf(name)] as const)
  say('sentiment: accuracy')
  // What is undecided counts as negative: the sets have no third class.
  const accuracies = all.map(([name, sentences]) => {
    const right = sentences.map(({ text, class: positive }) => polarity(text) > 0 === (positive === 1))
    return [name, share(right)] as const
  })
  const mean = accuracies.reduce((sum, [, accuracy]) => sum + accuracy, 0) / accuracies.length
  const decided: readonly Label[] = ['POSITIVE', 'NEGATIVE']
  const heldOut = all.flatMap(([, sentences]) => sentences.filter((_, i) => i % 2 === 1))
  const told = heldOut.flatMap(({ text, class: positive }) => {
    const { label, score } = sentimentOf(polarity, { text })
    return decided.includes(label) ? [{ score, isRight: (label === 'POSITIVE') === (positive === 1) }] : []
  })
  const lines = readFileSync(join(import.meta.dirname, '../fixtures/sentiment/four-classes.txt'), 'utf8')
    .trim()
    .split('\n')
  const four = share(
    lines.map((line) => sentimentOf(polarity, { text: line.split('\t')[1] ?? '' }).label === line.split('\t')[0]),
  )
  say('sentiment: speed')
  const texts = all.flatMap(([, sentences]) => sentences)
  const started = performance.now()
  for (const { text } of texts) sentimentOf(polarity, { text })
  const speed = texts.length / ((performance.now() - started) / 1000)
  return [
    ...accuracies.map(([name, accuracy]) => row(name, accuracy, REFERENCE[name], '% right', undefined)),
    row('mean of three', mean, REFERENCE.mean, '% right', { atLeast: 1 }),
    row('four classes', four, REFERENCE.fourClasses, '% right', { atLeast: 1 }),
    row('calibration error', calibrationError(told), CALIBRATION_ERROR_MAX, 'of 1', { atMost: 1 }),
    row('texts a second, clauses included', speed, TEXTS_A_SECOND, '1/s', { atLeast: 1 }),
  ]
}
