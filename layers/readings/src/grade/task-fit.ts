import { allWordsOf, stemOf, stemsOf } from '../text/stems.ts'
import { STOP_WORDS } from '../text/stop-words.ts'
import { type Action, actionsOf } from './actionability.ts'
import { type GradeCheck, thousandths } from './check.ts'
import { type Document, linesBelow } from './document.ts'
import type { Kind, Part } from './kinds.ts'
import { signalOf } from './part-signals.ts'

const NAMED_WORDS = 8
/** The first names of a part are its own; others are common headings. */
const OWN_NAMES = 4
const SHORT_PARTS = new Set(['status'])
/** Minimum words below a heading. */
const THIN_WORDS = 3
/** Values of a part. Words below a heading without a figure, a name or code are general: they fit any text. */
const FULL = 1_000
const GENERAL = 550
const THIN = 400
const NAMED = 300
const EMPTY = 100
/** Values for statements without a heading, by number of occurrences. */
const SIGNALLED = [0, 500, 850] as const

const phrase = (text: string): string => ` ${allWordsOf(text).map(stemOf).join(' ')} `

interface LabelStems {
  readonly stems: string
  readonly words: number
  readonly isSpecific: boolean
}

const phrasesOfPart = new WeakMap<Part, readonly string[]>()

const phrasesOf = (part: Part): readonly string[] => {
  const before = phrasesOfPart.get(part)
  if (before) return before
  const phrases = part.map(phrase)
  phrasesOfPart.set(part, phrases)
  return phrases
}

const isNamed = (stems: string, names: readonly string[]): boolean => names.some((name) => stems.includes(name))

/** Checks for a figure, a name within a sentence, or code: content that is specific to the subject. */
const isSpecific = (text: string): boolean => /\d|`[^`]+`|[a-z,;:] (?:[A-Z][a-z]+|[a-z]+[A-Z])/.test(text)

const distinct = (text: string): number => new Set(allWordsOf(text)).size

const LABEL = /^\W*([A-Za-z][A-Za-z /-]{2,40}?)\W*:\W*\s(.+)$/

/** Returns words behind line labels, as in `Status: accepted`. */
const labelsOf = ({ lines, sentences }: Document): readonly LabelStems[] =>
  [...lines, ...sentences].flatMap(({ text }) => {
    const [, label = '', rest = ''] = LABEL.exec(text) ?? []
    return label === '' ? [] : [{ stems: phrase(label), words: distinct(rest), isSpecific: isSpecific(rest) }]
  })

const headingsOf = (document: Document): readonly LabelStems[] =>
  document.sections.flatMap(({ title }, at) => {
    if (title === '') return []
    const text = linesBelow(document, at)
      .map((line) => line.text)
      .join('\n')
    return [{ stems: phrase(title), words: distinct(text), isSpecific: isSpecific(text) }]
  })

const RULE = /^[\s|:-]+$/

const cellsOf = (text: string): readonly string[] =>
  text
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')

const columnsOf = ({ lines }: Document): readonly LabelStems[] =>
  lines.flatMap(({ kind, text }, at) => {
    if (kind !== 'row' || !RULE.test(lines[at + 1]?.text ?? '')) return []
    const after = lines.slice(at + 2)
    const end = after.findIndex((line) => line.kind !== 'row')
    const rows = (end === -1 ? after : after.slice(0, end)).map((line) => cellsOf(line.text))
    return cellsOf(text).map((title, column) => {
      const below = rows.map((cells) => cells[column] ?? '').join(' ')
      return { stems: phrase(title), words: distinct(below), isSpecific: isSpecific(below) }
    })
  })

interface Parts {
  readonly document: Document
  readonly labelStems: readonly LabelStems[]
  readonly stems: string
  readonly actions: readonly Action[]
}

const partValue = ({ document, labelStems, stems, actions }: Parts, part: Part): number => {
  const names = phrasesOf(part)
  const needed = SHORT_PARTS.has(part[0] ?? '') ? 1 : NAMED_WORDS
  const here = labelStems.filter((each) => isNamed(each.stems, names))
  const most = Math.max(-1, ...here.map(({ words }) => words))
  if (here.some((each) => each.words >= needed && (needed === 1 || each.isSpecific))) return FULL
  const inText = isNamed(stems, names.slice(0, OWN_NAMES)) ? NAMED : 0
  const byName = most >= needed ? GENERAL : most >= THIN_WORDS ? THIN : most >= 0 ? EMPTY : inText
  return Math.max(byName, SIGNALLED[signalOf(document, part[0] ?? '', actions)] ?? 0)
}

export const partsCheck = (document: Document, { parts }: Kind): GradeCheck => {
  const has: Parts = {
    document,
    labelStems: [...headingsOf(document), ...labelsOf(document), ...columnsOf(document)],
    stems: phrase(document.words.join(' ')),
    actions: actionsOf(document),
  }
  const values = parts.map((part) => partValue(has, part))
  const missing = parts.filter((_, at) => (values[at] ?? 0) < FULL).map(([name]) => name)
  return {
    id: 'parts',
    dimension: 'TaskFit',
    weight: 40,
    spans: [],
    value: thousandths(
      values.reduce((sum, value) => sum + value, 0),
      parts.length * FULL,
    ),
    detail: missing.length > 0 ? `thin or missing: ${missing.join(', ')}` : 'no part is missing',
  }
}

const ASKING = new Set(
  `write create make decide produce draft prepare provide need want please document describe give build develop plan review let try
  using use whether comparing compare proposal model financial postmortem runbook adr test risk assessment threat launch business
  decision record how going next new one two three first before over under all every each among without within between during against about up down out via minutes hours days weeks months years`.split(
    /\s+/,
  ),
)
/** Matches verb phrases of the request: a text may fulfill them without repeating them. */
const DOING = /\b(?:to [a-z]+|(?:for|of|by|on) [a-z]+ing)\b/gi
const ALIKE = 5
/** Maximum number of request words that a text must repeat. */
const ASKED_MOST = 5

/** Checks for any inflection of a word: inflections share their first letters. */
const isSaid = (stem: string, textStems: ReadonlySet<string>): boolean =>
  textStems.has(stem) ||
  (stem.length >= ALIKE && [...textStems].some((other) => other.startsWith(stem.slice(0, ALIKE))))

export const coverageCheck = ({ words }: Document, intent: string): GradeCheck => {
  const intentStems = [
    ...new Set(
      allWordsOf(intent.replaceAll(DOING, ' '))
        .filter((word) => !STOP_WORDS.has(word) && !ASKING.has(word) && !/^.$/.test(word))
        .map(stemOf),
    ),
  ]
  const textStems = new Set(stemsOf(words.join(' ')))
  const missing = intentStems.filter((stem) => !isSaid(stem, textStems))
  return {
    id: 'coverage',
    dimension: 'TaskFit',
    weight: 35,
    spans: [],
    value:
      intentStems.length === 0
        ? FULL
        : thousandths(intentStems.length - missing.length, Math.min(intentStems.length, ASKED_MOST)),
    detail: missing.length > 0 ? `not covered: ${missing.slice(0, 12).join(', ')}` : 'covers the request',
  }
}

export const sizeCheck = ({ words }: Document, { size: [least, most] }: Kind): GradeCheck => ({
  id: 'size',
  dimension: 'TaskFit',
  weight: 15,
  spans: [],
  value: words.length > most ? thousandths(most, words.length) : thousandths(words.length, least),
  detail: `${words.length} words, limits ${least} to ${most}`,
})
