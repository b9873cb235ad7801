import { stemOf } from '../text/stems.ts'
import { STOP_WORDS } from '../text/stop-words.ts'
import { type GradeCheck, thousandths, within } from './check.ts'
import type { Document, Span } from './document.ts'
import { overclaimsIn } from './evidence-words.ts'

const PLACEHOLDERS =
  /\b(?:TODO|TBD|TBC|FIXME|XXX+|lorem ipsum|to be (?:decided|defined|determined|added|written|completed|described|discussed|filled(?: in)?|clarified)|as applicable|see diagram\.?$|relevant [a-z]+\.$|coming soon|fill (?:this )?in|insert [a-z]+ here|placeholder)\b|\[(?:insert|your|name|date|add|describe|fill)[^\]\n]{0,60}\]|<(?:your|insert|name|placeholder)[^>\n]{0,60}>|\?\?\?+|\.{6,}|^\|(?:\s*\|){2,}\s*$/gim

const TO_THE_GRADER =
  /\b(?:ignore (?:all |any |the )?(?:previous|prior|above|earlier) (?:instructions|rules|criteria)|(?:dear|hello|attention|note to(?: the)?) (?:grader|evaluator|reviewer bot|judge|model|assistant)|(?:give|award|assign|grant) (?:this|it|me|us)[^.\n]{0,40}\b(?:full|top|maximum|perfect|high(?:est)?|good)\b[^.\n]{0,20}\b(?:score|scores|marks?|grade|rating|points)|(?:this (?:document|text|artifact|plan)|it) (?:deserves|merits|should (?:get|receive|be (?:given|graded|scored|rated)))[^.\n]{0,40}\b(?:score|marks?|grade|pass|rating)|(?:taskfit|actionability|aggregate)\s*(?:score)?\s*[:=]\s*(?:1(?:\.0+)?|100)|you (?:are|must act as) (?:a |the )?(?:grader|evaluator|judge)|as (?:a|the|an) (?:grader|evaluator|ai model)|passes? (?:all|every) (?:check|criteri|rubric))/gi

const PLACEHOLDER_COSTS = 340
/** Number of overclaims that are tolerated. */
const OVERCLAIMS_TOLERATED = 3
const LOUD_COSTS = 120
const WHOLE = 1_000
/** A word that is more than eight percent of the text counts as repetition, in thousandths. */
const WORD_SHARE = 80
const WORD_FACTOR = 5
const GRAM_FACTOR = 2
const SHORT_TEXT = 40
const WINDOW = 120
/** Minimum share of distinct words among the first, in thousandths; falls with the length. */
const CIRCLE_SHARE = 760
const CIRCLE_FACTOR = 9
const CIRCLE_COSTS_MAX = 700
/** Words that tables and totals repeat legitimately. */
const UNITS = new Set('eur usd gbp chf month months year years day days week weeks hour hours min users per'.split(' '))

const spansOf = (text: string, pattern: RegExp): readonly Span[] =>
  [...text.matchAll(pattern)].map(({ index, 0: match }) => ({ start: index, end: index + match.length }))

const countsOf = (values: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/** Detects a text that repeats itself: few new words in its first hundred and twenty. */
const circlesOf = (content: readonly string[]): number => {
  const first = content.slice(0, WINDOW).map(stemOf)
  return first.length < SHORT_TEXT
    ? 0
    : Math.min(
        CIRCLE_COSTS_MAX,
        CIRCLE_FACTOR * Math.max(0, CIRCLE_SHARE - first.length - thousandths(new Set(first).size, first.length)),
      )
}

const repetitionOf = (all: readonly string[]): number => {
  const words = all.filter((word) => !/^\d+$/.test(word))
  const grams = words.slice(2).map((word, at) => `${words[at]} ${words[at + 1]} ${word}`)
  const beyond = [...countsOf(grams).values()].reduce((sum, count) => sum + Math.max(0, count - 2), 0)
  const content = words.filter((word) => word.length > 2 && !STOP_WORDS.has(word) && !UNITS.has(word))
  const most = Math.max(0, ...countsOf(content).values())
  const share = content.length < SHORT_TEXT ? 0 : thousandths(most, content.length)
  return (
    circlesOf(content) + GRAM_FACTOR * thousandths(beyond, grams.length) + WORD_FACTOR * Math.max(0, share - WORD_SHARE)
  )
}

/** Detects keyword lists: a line of many commas with almost no verb. */
const LIST_COMMAS = 5
const LIST_WORDS = 2.6

const keywordShareOf = ({ lines, words }: Document): number => {
  const listed = lines
    .filter(({ kind }) => kind === 'prose' || kind === 'item')
    .map(({ text }) => [text.split(',').length - 1, text.split(/\s+/).length] as const)
    .filter(([commas, count]) => commas >= LIST_COMMAS && count / commas < LIST_WORDS)
  return thousandths(
    listed.reduce((sum, [, count]) => sum + count, 0),
    words.length,
  )
}

/** Detects text without substance: placeholders, repetition and text addressed to a grader. */
export const cleanCheck = (document: Document): GradeCheck => {
  const { text, words } = document
  const keywords = keywordShareOf(document)
  const loud = Math.max(0, overclaimsIn(text).length - OVERCLAIMS_TOLERATED)
  const placeholders = spansOf(text, PLACEHOLDERS)
  const addressed = spansOf(text, TO_THE_GRADER)
  const repetition = repetitionOf(words)
  const value = within(
    WHOLE -
      PLACEHOLDER_COSTS * placeholders.length -
      LOUD_COSTS * loud -
      repetition -
      keywords -
      (addressed.length > 0 ? WHOLE : 0),
  )
  const findings = [
    placeholders.length > 0 ? `${placeholders.length} placeholders` : '',
    addressed.length > 0 ? 'it addresses the grader' : '',
    loud > 0 ? 'it praises more than it states' : '',
    keywords > 0 ? `${Math.floor(keywords / 10)} % lists of keywords` : '',
    repetition > 0 ? `${(repetition / 10).toFixed(1)} % lost to repetition` : '',
  ].filter((each) => each !== '')
  return {
    id: 'clean',
    dimension: 'TaskFit',
    value,
    weight: 10,
    spans: [...addressed, ...placeholders],
    detail: findings.join(', ') || 'no placeholder, no repetition',
  }
}
