import { allWordsOf, stemOf, stemsOf } from '../text/stems.ts'
import { STOP_WORDS } from '../text/stop-words.ts'
import { type Action, actionsOf } from './actionability.ts'
import { type GradeCheck, thousandths } from './check.ts'
import { type Document, linesBelow } from './document.ts'
import type { Kind, Part } from './kinds.ts'
import { signalOf } from './part-signals.ts'

/** Distinct words below a heading or after a label that make a part complete. */
const FULL_PART_WORDS = 8
/** Number of names of a part that also count as words in the text. The others are too common. */
const OWN_NAMES = 4
/** Parts that are complete with one word. */
const SHORT_PARTS = new Set(['status'])
/** Minimum distinct words below a heading. */
const THIN_PART_WORDS = 3
/** Values of a part in thousandths. Text without a number, a name or code is general: it fits any project. */
const FULL_VALUE = 1_000
const GENERAL_VALUE = 550
const THIN_VALUE = 400
/** Value of a part that is only named in the text, without a heading or label. */
const NAMED_VALUE = 300
/** Value of a heading or label with fewer words than THIN_PART_WORDS. */
const EMPTY_VALUE = 100
/** Values of a part that has no heading, by the number of statements of it. */
const SIGNAL_VALUES = [0, 500, 850] as const

/** Returns the stems of a text, each between spaces, so that `includes` finds only whole words. */
const phrase = (text: string): string => ` ${allWordsOf(text).map(stemOf).join(' ')} `

interface LabelStems {
  readonly stems: string
  readonly words: number
  readonly isSpecific: boolean
}

const phrasesOfPart = new WeakMap<Part, readonly string[]>()

const phrasesOf = (part: Part): readonly string[] => {
  const cached = phrasesOfPart.get(part)
  if (cached) return cached
  const phrases = part.map(phrase)
  phrasesOfPart.set(part, phrases)
  return phrases
}

const isNamed = (stems: string, names: readonly string[]): boolean => names.some((name) => stems.includes(name))

/** Returns true if a text contains a number, a name within a sentence, or code. */
const isSpecific = (text: string): boolean => /\d|`[^`]+`|[a-z,;:] (?:[A-Z][a-z]+|[a-z]+[A-Z])/.test(text)

const distinctWords = (text: string): number => new Set(allWordsOf(text)).size

const LABEL = /^\W*([A-Za-z][A-Za-z /-]{2,40}?)\W*:\W*\s(.+)$/

/** Returns the labels of lines with their text, as in `Status: accepted`. */
const labelsOf = ({ lines, sentences }: Document): readonly LabelStems[] =>
  [...lines, ...sentences].flatMap(({ text }) => {
    const [, label = '', labelText = ''] = LABEL.exec(text) ?? []
    return label === ''
      ? []
      : [{ stems: phrase(label), words: distinctWords(labelText), isSpecific: isSpecific(labelText) }]
  })

const headingsOf = (document: Document): readonly LabelStems[] =>
  document.sections.flatMap(({ title }, at) => {
    if (title === '') return []
    const text = linesBelow(document, at)
      .map((line) => line.text)
      .join('\n')
    return [{ stems: phrase(title), words: distinctWords(text), isSpecific: isSpecific(text) }]
  })

const TABLE_RULE = /^[\s|:-]+$/

const cellsOf = (text: string): readonly string[] =>
  text
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')

const columnsOf = ({ lines }: Document): readonly LabelStems[] =>
  lines.flatMap(({ kind, text }, at) => {
    if (kind !== 'row' || !TABLE_RULE.test(lines[at + 1]?.text ?? '')) return []
    const after = lines.slice(at + 2)
    const end = after.findIndex((line) => line.kind !== 'row')
    const rows = (end === -1 ? after : after.slice(0, end)).map((line) => cellsOf(line.text))
    return cellsOf(text).map((title, column) => {
      const below = rows.map((cells) => cells[column] ?? '').join(' ')
      return { stems: phrase(title), words: distinctWords(below), isSpecific: isSpecific(below) }
    })
  })

interface PartsInput {
  readonly document: Document
  readonly labelStems: readonly LabelStems[]
  readonly stems: string
  readonly actions: readonly Action[]
}

const partValue = ({ document, labelStems, stems, actions }: PartsInput, part: Part): number => {
  const names = phrasesOf(part)
  const needed = SHORT_PARTS.has(part[0] ?? '') ? 1 : FULL_PART_WORDS
  const matching = labelStems.filter((each) => isNamed(each.stems, names))
  // -1 if no heading, label or column names the part
  const maxWords = Math.max(-1, ...matching.map(({ words }) => words))
  if (matching.some((each) => each.words >= needed && (needed === 1 || each.isSpecific))) return FULL_VALUE
  const inText = isNamed(stems, names.slice(0, OWN_NAMES)) ? NAMED_VALUE : 0
  const byName =
    maxWords >= needed ? GENERAL_VALUE : maxWords >= THIN_PART_WORDS ? THIN_VALUE : maxWords >= 0 ? EMPTY_VALUE : inText
  return Math.max(byName, SIGNAL_VALUES[signalOf(document, part[0] ?? '', actions)] ?? 0)
}

export const partsCheck = (document: Document, { parts }: Kind): GradeCheck => {
  const partsInput: PartsInput = {
    document,
    labelStems: [...headingsOf(document), ...labelsOf(document), ...columnsOf(document)],
    stems: phrase(document.words.join(' ')),
    actions: actionsOf(document),
  }
  const values = parts.map((part) => partValue(partsInput, part))
  const missing = parts.filter((_, at) => (values[at] ?? 0) < FULL_VALUE).map(([name]) => name)
  return {
    id: 'parts',
    dimension: 'TaskFit',
    weight: 40,
    spans: [],
    value: thousandths(
      values.reduce((sum, value) => sum + value, 0),
      parts.length * FULL_VALUE,
    ),
    detail: missing.length > 0 ? `thin or missing: ${missing.join(', ')}` : 'no part is missing',
  }
}

const REQUEST_WORDS = new Set(
  `write create make decide produce draft prepare provide need want please document describe give build develop plan review let try
  using use whether comparing compare proposal model financial postmortem runbook adr test risk assessment threat launch business
  decision record how going next new one two three first before over under all every each among without within between during against about up down out via minutes hours days weeks months years`.split(
    /\s+/,
  ),
)
/** Matches verb phrases of a request, which a text can fulfill without repeating them. */
const VERB_PHRASES = /\b(?:to [a-z]+|(?:for|of|by|on) [a-z]+ing)\b/gi
const PREFIX_LETTERS = 5
/** Number of words of the request that give full coverage. */
const COVERED_WORDS_MAX = 5

/** Returns true if a text contains any inflection of a word: inflections have the same first letters. */
const isMentioned = (stem: string, textStems: ReadonlySet<string>): boolean =>
  textStems.has(stem) ||
  (stem.length >= PREFIX_LETTERS && [...textStems].some((other) => other.startsWith(stem.slice(0, PREFIX_LETTERS))))

export const coverageCheck = ({ words }: Document, intent: string): GradeCheck => {
  const intentStems = [
    ...new Set(
      allWordsOf(intent.replaceAll(VERB_PHRASES, ' '))
        .filter((word) => !STOP_WORDS.has(word) && !REQUEST_WORDS.has(word) && !/^.$/.test(word))
        .map(stemOf),
    ),
  ]
  const textStems = new Set(stemsOf(words.join(' ')))
  const missing = intentStems.filter((stem) => !isMentioned(stem, textStems))
  return {
    id: 'coverage',
    dimension: 'TaskFit',
    weight: 35,
    spans: [],
    value:
      intentStems.length === 0
        ? FULL_VALUE
        : thousandths(intentStems.length - missing.length, Math.min(intentStems.length, COVERED_WORDS_MAX)),
    detail: missing.length > 0 ? `not covered: ${missing.slice(0, 12).join(', ')}` : 'covers the request',
  }
}

export const sizeCheck = ({ words }: Document, { size: [min, max] }: Kind): GradeCheck => ({
  id: 'size',
  dimension: 'TaskFit',
  weight: 15,
  spans: [],
  value: words.length > max ? thousandths(max, words.length) : thousandths(words.length, min),
  detail: `${words.length} words, limits ${min} to ${max}`,
})
