import { stemOf } from '../text/stems.ts'
import { STOP_WORDS } from '../text/stop-words.ts'
import { clampThousandths, type GradeCheck, thousandths } from './check.ts'
import type { Document, Span } from './document.ts'
import { overclaimsIn } from './evidence-words.ts'

const PLACEHOLDERS =
  /\b(?:TODO|TBD|TBC|FIXME|XXX+|lorem ipsum|to be (?:decided|defined|determined|added|written|completed|described|discussed|filled(?: in)?|clarified)|as applicable|see diagram\.?$|relevant [a-z]+\.$|coming soon|fill (?:this )?in|insert [a-z]+ here|placeholder)\b|\[(?:insert|your|name|date|add|describe|fill)[^\]\n]{0,60}\]|<(?:your|insert|name|placeholder)[^>\n]{0,60}>|\?\?\?+|\.{6,}|^\|(?:\s*\|){2,}\s*$/gim

const ADDRESSES_GRADER =
  /\b(?:ignore (?:all |any |the )?(?:previous|prior|above|earlier) (?:instructions|rules|criteria)|(?:dear|hello|attention|note to(?: the)?) (?:grader|evaluator|reviewer bot|judge|model|assistant)|(?:give|award|assign|grant) (?:this|it|me|us)[^.\n]{0,40}\b(?:full|top|maximum|perfect|high(?:est)?|good)\b[^.\n]{0,20}\b(?:score|scores|marks?|grade|rating|points)|(?:this (?:document|text|artifact|plan)|it) (?:deserves|merits|should (?:get|receive|be (?:given|graded|scored|rated)))[^.\n]{0,40}\b(?:score|marks?|grade|pass|rating)|(?:taskfit|actionability|aggregate)\s*(?:score)?\s*[:=]\s*(?:1(?:\.0+)?|100)|you (?:are|must act as) (?:a |the )?(?:grader|evaluator|judge)|as (?:a|the|an) (?:grader|evaluator|ai model)|passes? (?:all|every) (?:check|criteri|rubric))/gi

// Costs and shares are in thousandths.
const PLACEHOLDER_COST = 340
/** Number of overclaims without a deduction. */
const OVERCLAIMS_TOLERATED = 3
const OVERCLAIM_COST = 120
const WHOLE = 1_000
/** Share of a word in the text above which it counts as repetition, in thousandths. */
const WORD_SHARE_MAX = 80
const WORD_FACTOR = 5
const GRAM_FACTOR = 2
const MIN_WORDS = 40
const OPENING_WORDS = 120
/** Minimum share of distinct words at the start of a text, in thousandths. It falls with the number of words. */
const DISTINCT_SHARE_MIN = 760
const CIRCULARITY_FACTOR = 9
const CIRCULARITY_COST_MAX = 700
/** Words that tables and totals repeat. */
const UNITS = new Set('eur usd gbp chf month months year years day days week weeks hour hours min users per'.split(' '))

const spansOf = (text: string, pattern: RegExp): readonly Span[] =>
  [...text.matchAll(pattern)].map(({ index, 0: match }) => ({ start: index, end: index + match.length }))

const countsOf = (values: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/** Deducts for a text that repeats itself: few distinct words among its first 120. */
const circularityCost = (content: readonly string[]): number => {
  const opening = content.slice(0, OPENING_WORDS).map(stemOf)
  return opening.length < MIN_WORDS
    ? 0
    : Math.min(
        CIRCULARITY_COST_MAX,
        CIRCULARITY_FACTOR *
          Math.max(0, DISTINCT_SHARE_MIN - opening.length - thousandths(new Set(opening).size, opening.length)),
      )
}

const repetitionCost = (allWords: readonly string[]): number => {
  const words = allWords.filter((word) => !/^\d+$/.test(word))
  const grams = words.slice(2).map((word, at) => `${words[at]} ${words[at + 1]} ${word}`)
  const excessRepeats = [...countsOf(grams).values()].reduce((sum, count) => sum + Math.max(0, count - 2), 0)
  const content = words.filter((word) => word.length > 2 && !STOP_WORDS.has(word) && !UNITS.has(word))
  const maxCount = Math.max(0, ...countsOf(content).values())
  const share = content.length < MIN_WORDS ? 0 : thousandths(maxCount, content.length)
  return (
    circularityCost(content) +
    GRAM_FACTOR * thousandths(excessRepeats, grams.length) +
    WORD_FACTOR * Math.max(0, share - WORD_SHARE_MAX)
  )
}

/** Minimum commas of a line, and maximum words per comma, of a list of keywords. */
const LIST_COMMAS = 5
const LIST_WORDS = 2.6

const keywordShareOf = ({ lines, words }: Document): number => {
  const keywordLines = lines
    .filter(({ kind }) => kind === 'prose' || kind === 'item')
    .map(({ text }) => [text.split(',').length - 1, text.split(/\s+/).length] as const)
    .filter(([commas, count]) => commas >= LIST_COMMAS && count / commas < LIST_WORDS)
  return thousandths(
    keywordLines.reduce((sum, [, count]) => sum + count, 0),
    words.length,
  )
}

/** Checks for text without content: placeholders, repetition, keyword lists and text addressed to a grader. */
export const cleanCheck = (document: Document): GradeCheck => {
  const { text, words } = document
  const keywords = keywordShareOf(document)
  const excessOverclaims = Math.max(0, overclaimsIn(text).length - OVERCLAIMS_TOLERATED)
  const placeholders = spansOf(text, PLACEHOLDERS)
  const addressed = spansOf(text, ADDRESSES_GRADER)
  const repetition = repetitionCost(words)
  const value = clampThousandths(
    WHOLE -
      PLACEHOLDER_COST * placeholders.length -
      OVERCLAIM_COST * excessOverclaims -
      repetition -
      keywords -
      (addressed.length > 0 ? WHOLE : 0),
  )
  const findings = [
    placeholders.length > 0 ? `${placeholders.length} placeholders` : '',
    addressed.length > 0 ? 'text addressed to the grader' : '',
    excessOverclaims > 0 ? 'more praise than content' : '',
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
