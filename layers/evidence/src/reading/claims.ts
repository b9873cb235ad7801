import type { Sentence } from '../text/sentences.ts'
import type { Reading } from './reading.ts'

/** A sentence that says something of the world that somebody may ask a source for. */
export interface Claim {
  /** Number of the sentence. */
  readonly sentence: number
  /** Whether it has a number with its unit, a share or a sum. */
  readonly isNumeric: boolean
  /** Numbers in it with a unit, or of at least three digits. */
  readonly figures: number
}

/** Numbers that say when, which or how old, and are measured by nobody. */
const NO_MEASURE = new Set(['st', 'nd', 'rd', 'th', 'am', 'pm', 'o'])

const proseOf = (reading: Reading, { block }: Sentence): boolean => {
  const kind = reading.document.blocks[block]?.kind
  return kind === 'paragraph' || kind === 'item' || kind === 'row'
}

interface Figures {
  /** For each sentence its numbers with a unit. */
  readonly measured: Uint16Array
  /** The same, with large numbers that count. */
  readonly counted: Uint16Array
}

const TIMES = new Set(['s', 'min', 'h', 'day', 'night', 'week', 'month', 'year', 'decade'])
const LARGE = /^[1-9]\d{2}/

const figuresOf = ({ document, quantities, sentenceAt, isQuoted }: Reading): Figures => {
  const [measured, counted] = [new Uint16Array(document.sentences.length), new Uint16Array(document.sentences.length)]
  for (const { at, unit, thing } of quantities) {
    const number = sentenceAt[at] ?? -1
    if (number < 0 || isQuoted[at] || (thing !== undefined && NO_MEASURE.has(thing))) continue
    // "Two years ago" tells, and measures nothing.
    if (TIMES.has(unit ?? '') && document.tokens[at]?.kind === 'word') continue
    if (unit !== undefined) measured[number] = (measured[number] ?? 0) + 1
    const isLarge = LARGE.test(document.tokens[at]?.text.replaceAll(',', '') ?? '')
    if (unit !== undefined || (isLarge && thing !== undefined)) counted[number] = (counted[number] ?? 0) + 1
  }
  return { measured, counted }
}

const sentencesOf = ({ hits, sentenceAt, isQuoted }: Reading, list: 'cause' | 'ratio' | 'comparative'): Set<number> =>
  new Set(hits[list].filter(({ at }) => !isQuoted[at]).map(({ at }) => sentenceAt[at] ?? -1))

/** A comparison is a claim where something with a name is compared. */
const hasName = ({ document: { tokens } }: Reading, { from, to }: Sentence): boolean => {
  for (let at = from + 1; at < to; at++) if (tokens[at]?.isCapital && tokens[at]?.text !== 'i') return true
  return false
}

/**
 * Sentences of prose that claim: a number with a unit, share or sum; a comparison with a name; a cause. Questions, headings,
 * code and what others say are none.
 */
export const claimsOf = (reading: Reading): readonly Claim[] => {
  const { sentences } = reading.document
  const { measured, counted } = figuresOf(reading)
  const [causes, ratios, comparisons] = (['cause', 'ratio', 'comparative'] as const).map((list) =>
    sentencesOf(reading, list),
  )
  return sentences.flatMap((sentence, number): Claim[] => {
    if (sentence.isQuestion || !proseOf(reading, sentence)) return []
    const isNumeric = (measured[number] ?? 0) > 0 || ratios?.has(number) === true
    const isClaim = isNumeric || causes?.has(number) || (comparisons?.has(number) && hasName(reading, sentence))
    return isClaim ? [{ sentence: number, isNumeric, figures: counted[number] ?? 0 }] : []
  })
}
