import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Label } from '../../lambdas/sentiment/contract/event.ts'
import { foldedText } from '../../lambdas/sentiment/personal-data/plain-text.ts'
import type { Polarity } from '../../lambdas/sentiment/scoring/english-polarity.ts'
import { FEATURES, featuresOf } from '../../lambdas/sentiment/scoring/features.ts'
import { LABELS, probabilitiesOf } from '../../lambdas/sentiment/scoring/label-model.ts'
import { brandMask } from '../../lambdas/sentiment/scoring/mask-brand.ts'
import { BLAME_PHRASES, PRAISE_PHRASES } from '../../lambdas/sentiment/scoring/opinion-phrases.ts'
import type { ScoredLanguage } from '../../lambdas/sentiment/scoring/opinions.ts'

/** A mention that a person has labeled, its brand masked. */
export interface Mention {
  readonly language: ScoredLanguage
  readonly label: Label
  readonly text: string
}

interface Example {
  readonly features: readonly number[]
  readonly label: number
  readonly weight: number
}

const FIXTURES = join(import.meta.dirname, '../fixtures/sentiment')
export const SETS = ['amazon', 'yelp', 'imdb'] as const

/** Returns sentences of the UCI sets, from the package `sentiment`: positive (1) or negative (0). */
export const sentencesOf = (
  name: (typeof SETS)[number],
): readonly { readonly text: string; readonly class: 0 | 1 }[] => {
  const folder = dirname(createRequire(import.meta.url).resolve('sentiment/package.json'))
  return JSON.parse(readFileSync(join(folder, 'test/fixtures', `${name}.json`), 'utf8'))
}

/** Parses lines of language, label, brand and text. */
export const mentionsIn = (lines: readonly string[]): Mention[] =>
  lines.map((line) => {
    const [language = 'en', label = 'NEUTRAL', brand = '', text = ''] = line.split('\t')
    const plain = text.replaceAll(String.raw`\n`, '\n')
    return { language: language as ScoredLanguage, label: label as Label, text: brandMask([`"${brand}"`])(plain) }
  })

const linesOf = (name: string): string[] => readFileSync(join(FIXTURES, name), 'utf8').trim().split('\n')

/** The open half of the labeled mentions may be read while tuning; the shut half is for evaluation only. */
export const openMentions = (): Mention[] => mentionsIn(linesOf('labels-open.tsv'))
const fourClasses = (): Mention[] =>
  mentionsIn(linesOf('four-classes.txt').map((line) => line.replace('\t', '\t\t').replace(/^/, 'en\t')))

/**
 * Masks list phrases that occur in only one text. They were probably copied into the lists from that mention, so with
 * them the model would overrate the lists.
 */
const withoutUniquePhrases = (mentions: readonly Mention[], otherTexts: readonly string[]): Mention[] => {
  const known = [...otherTexts, ...mentions.map(({ text }) => text)].map((text) => foldedText(text).folded)
  return mentions.map((mention) => {
    const { folded } = foldedText(mention.text)
    const isUnique = (words: string): boolean => known.filter((text) => text.includes(words)).length < 2
    let { text } = mention
    for (const phrases of [PRAISE_PHRASES, BLAME_PHRASES]) {
      const pattern = new RegExp(
        String.raw`(?<![\p{L}\p{N}])(?:${(phrases[mention.language] ?? []).join('|')})(?![\p{L}\p{N}])`,
        'gu',
      )
      for (const { 0: words, index } of folded.matchAll(pattern))
        if (isUnique(words))
          text = `${text.slice(0, index)}${'q'.repeat(words.length)}${text.slice(index + words.length)}`
    }
    return { ...mention, text }
  })
}

/** Weight of each kind of example: a sentence of a review says little about mentions. */
const EXAMPLE_WEIGHTS = { asWritten: 0.4, stripped: 0.6, fourClasses: 1, sentence: 0.03 }
const L2_PENALTY = 0.01
const ROUNDS = 400
const LEARNING_RATE = 1.2

/** Trains a multinomial logistic regression by gradient descent: the same examples give the same weights. */
const trainWeights = (examples: readonly Example[]): readonly (readonly number[])[] => {
  const weights = LABELS.map(() => FEATURES.map(() => 0))
  const totalWeight = examples.reduce((sum, { weight }) => sum + weight, 0)
  for (let round = 0; round < ROUNDS; round++) {
    const slopes = weights.map((row) => row.map((weight, i) => (i === 0 ? 0 : L2_PENALTY * weight)))
    for (const { features, label, weight } of examples) {
      for (const [k, probability] of probabilitiesOf(features, weights).entries()) {
        const weightedError = ((probability - (k === label ? 1 : 0)) * weight) / totalWeight
        for (let i = 0; i < features.length; i++)
          (slopes[k] ?? [])[i] = (slopes[k]?.[i] ?? 0) + weightedError * (features[i] ?? 0)
      }
    }
    for (const [k, row] of weights.entries())
      for (let i = 0; i < row.length; i++) row[i] = (row[i] ?? 0) - LEARNING_RATE * (slopes[k]?.[i] ?? 0)
  }
  return weights.map((row) => row.map((weight) => Number(weight.toFixed(3))))
}

/**
 * Returns the examples of all mentions, as written and stripped of unique phrases, and `trainWithout`, which trains
 * without the held-out mentions.
 */
export const trainingSet = (polarity: Polarity) => {
  const exampleOf = ({ text, language, label }: Mention, weight: number): Example => ({
    features: featuresOf(text, language, polarity),
    label: LABELS.indexOf(label),
    weight,
  })
  const sentences = SETS.flatMap((name) => sentencesOf(name))
  const others = [...sentences.map(({ text }) => text), ...fourClasses().map(({ text }) => text)]
  const written = openMentions().map((each) => exampleOf(each, EXAMPLE_WEIGHTS.asWritten))
  const stripped = withoutUniquePhrases(openMentions(), others).map((each) => exampleOf(each, EXAMPLE_WEIGHTS.stripped))
  const otherExamples = [
    ...fourClasses().map((each) => exampleOf(each, EXAMPLE_WEIGHTS.fourClasses)),
    ...sentences.map(({ text, class: positive }) =>
      exampleOf({ text, language: 'en', label: positive === 1 ? 'POSITIVE' : 'NEGATIVE' }, EXAMPLE_WEIGHTS.sentence),
    ),
  ]
  const trainWithout = (isHeldOut: (i: number) => boolean) =>
    trainWeights([...[...written, ...stripped].filter((_, i) => !isHeldOut(i % written.length)), ...otherExamples])
  return { written, stripped, trainWithout }
}

const FOLDS = 5

/** Scores each mention with weights that were trained without it, as written and without its unique phrases. */
export const crossValidated = (polarity: Polarity) => {
  const { written, stripped, trainWithout } = trainingSet(polarity)
  const scoreMentions = (examples: readonly Example[], weights: readonly (readonly number[])[], fold: number) =>
    examples.flatMap(({ features, label }, i) => {
      if (i % FOLDS !== fold) return []
      const probabilities = probabilitiesOf(features, weights)
      const score = Math.max(...probabilities)
      return [{ score, isRight: probabilities.indexOf(score) === label }]
    })
  const folds = Array.from({ length: FOLDS }, (_, fold) => {
    const weights = trainWithout((i) => i % FOLDS === fold)
    return { written: scoreMentions(written, weights, fold), stripped: scoreMentions(stripped, weights, fold) }
  })
  return { written: folds.flatMap((fold) => fold.written), stripped: folds.flatMap((fold) => fold.stripped) }
}

const TARGET = join(import.meta.dirname, '../../lambdas/sentiment/scoring/model-weights.ts')

const main = async (): Promise<void> => {
  const { englishPolarity } = await import('../../lambdas/sentiment/scoring/english-polarity.ts')
  const weights = trainingSet(englishPolarity()).trainWithout(() => false)
  const rows = weights.map((row, k) => `  // ${LABELS[k]}\n  [${row.join(', ')}],`)
  writeFileSync(
    TARGET,
    `// Written by \`node test/bench/sentiment-training.ts\` from labeled texts; do not edit.\n\n/** A row for each label, a column for each feature (features.ts). */\nexport const WEIGHTS: readonly (readonly number[])[] = [\n${rows.join('\n')}\n]\n`,
  )
}

if (process.argv[1] === import.meta.filename) await main()
