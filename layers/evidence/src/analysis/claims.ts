import { NUMBER_WORDS } from '../lexicons/measures.ts'
import type { Sentence } from '../text/sentences.ts'
import { isYear } from './quantities.ts'
import type { Claim, TextAnalysis } from './text-analysis.ts'

/** Suffixes of ordinals, times and years, which are not measurements. */
const NOT_UNITS = new Set(['st', 'nd', 'rd', 'th', 'am', 'pm', 'o'])

/** Bylines and careers are not claims of the text. */
const BYLINE = /^[\s*_>#—–-]*(?:by|written by|words|author|reviewed by|medical(?:ly)? review(?:ed)?|review)\b/i
const BYLINE_LENGTH = 240

const isProse = (analysis: TextAnalysis, { block }: Sentence): boolean => {
  const { blocks, body } = analysis.document
  const { kind, start, end } = blocks[block] ?? { kind: 'hidden', start: 0, end: 0 }
  const isByline = end - start < BYLINE_LENGTH && BYLINE.test(body.slice(start, end))
  return !isByline && (kind === 'paragraph' || kind === 'item' || kind === 'row')
}

interface Figures {
  readonly measureCounts: Uint16Array
  readonly figureCounts: Uint16Array
}

/** Words after a duration that describe a career: "26 years in distance running". */
const CAREER = new Set(['in', 'as', 'of', 'old', 'at'])
const TIME_UNITS = new Set(['s', 'min', 'h', 'day', 'night', 'week', 'month', 'year', 'decade'])
/** "Nine in ten", "one out of four". */
const isShare = ({ document: { tokens } }: TextAnalysis, to: number): boolean => {
  const next =
    tokens[to]?.text === 'out' && tokens[to + 1]?.text === 'of' ? to + 2 : tokens[to]?.text === 'in' ? to + 1 : -1
  const other = tokens[next]
  return other !== undefined && ((other.kind === 'number' && !isYear(other)) || NUMBER_WORDS.has(other.text))
}

const THREE_DIGITS = /^[1-9]\d{2}/

const figuresOf = (analysis: TextAnalysis): Figures => {
  const { document, quantities, sentenceAt, isQuoted } = analysis
  const measureCounts = new Uint16Array(document.sentences.length)
  const figureCounts = new Uint16Array(document.sentences.length)
  for (const { at, to, unit: unitName, thing } of quantities) {
    const unit = unitName ?? (isShare(analysis, to) ? 'share' : undefined)
    const sentence = sentenceAt[at] ?? -1
    if (sentence < 0 || isQuoted[at] || (thing !== undefined && NOT_UNITS.has(thing))) continue
    // "Two years ago" states a time, not a measurement.
    if (TIME_UNITS.has(unit ?? '') && document.tokens[at]?.kind === 'word') continue
    if (unit === 'year' && CAREER.has(document.tokens[to]?.text ?? '')) continue
    if (unit !== undefined) measureCounts[sentence] = (measureCounts[sentence] ?? 0) + 1
    const isLarge = THREE_DIGITS.test(document.tokens[at]?.text.replaceAll(',', '') ?? '')
    if (unit !== undefined || (isLarge && thing !== undefined))
      figureCounts[sentence] = (figureCounts[sentence] ?? 0) + 1
  }
  return { measureCounts, figureCounts }
}

/** "Threefold" is a word; "3 fold" a number and its ratio; "the box folds, and does fold" neither. */
const isFoldWithoutNumber = (tokens: TextAnalysis['document']['tokens'], at: number): boolean =>
  tokens[at]?.text === 'fold' && tokens[at - 1]?.kind !== 'number' && !NUMBER_WORDS.has(tokens[at - 1]?.text ?? '')

/** "Longer than I meant to" is not a comparison of two things. */
const COMPARED_PRONOUNS = new Set(['i', 'we', 'you'])

const sentencesOf = (
  { document: { tokens }, hits, sentenceAt, isQuoted }: TextAnalysis,
  list: 'cause' | 'ratio' | 'comparative',
): Set<number> =>
  new Set(
    hits[list]
      .filter(({ at }) => !isFoldWithoutNumber(tokens, at))
      .filter(
        ({ at, to }) => !isQuoted[at] && !(list === 'comparative' && COMPARED_PRONOUNS.has(tokens[to]?.text ?? '')),
      )
      .map(({ at }) => sentenceAt[at] ?? -1),
  )

/** A comparison is a claim only if it mentions a name. */
const hasName = ({ document: { tokens } }: TextAnalysis, { from, to }: Sentence): boolean => {
  for (let at = from + 1; at < to; at++) if (tokens[at]?.isCapital && tokens[at]?.text !== 'i') return true
  return false
}

/** "Allow 4 kg a square metre": an instruction is not a claim. */
const IMPERATIVES = new Set(
  'allow take put keep add mix use set give cook bake let leave cut start try ask send write drink eat buy wait book plan count pour stir heat fill check turn make place press drive walk go bring call get save pay aim avoid choose pick read weigh measure store soak rinse dry knead roll fold whisk season simmer boil roast fry serve chill freeze spread budget expect remember consider say'.split(
    ' ',
  ),
)
/** "If it takes twice as long, draw a line". */
const hasImperativeAfterComma = (tokens: TextAnalysis['document']['tokens'], from: number, to: number): boolean =>
  tokens
    .slice(from, to)
    .some(
      ({ text }, at) =>
        text === ',' &&
        (IMPERATIVES.has(tokens[from + at + 1]?.text ?? '') ||
          IMPERATIVES_AFTER_COMMA.has(tokens[from + at + 1]?.text ?? '')),
    )
const IMPERATIVES_AFTER_COMMA = new Set(['draw', 'tell', 'come', 'see', 'stop', 'speak', 'talk', 'ring', 'drop'])

const isInstruction = ({ document: { tokens, blocks } }: TextAnalysis, { from, to, block }: Sentence): boolean => {
  const first = tokens[from]
  if (first?.text === "don't" || (first?.text === 'do' && tokens[from + 1]?.text === 'not')) return true
  if (first?.text === 'if') return hasImperativeAfterComma(tokens, from, to)
  const isHead = first?.isCapital === true || blocks[block]?.kind === 'item'
  return first?.kind === 'word' && isHead && IMPERATIVES.has(first.text) && tokens[from + 1]?.text !== 'that'
}

/**
 * Sentences of prose with a claim: a number with a unit, share or sum; a comparison with a name; a cause. Excludes
 * questions, headings, code and quotations.
 */
export const claimsOf = (analysis: TextAnalysis): readonly Claim[] => {
  const { sentences } = analysis.document
  const { measureCounts, figureCounts } = figuresOf(analysis)
  const [causes, ratios, comparisons] = (['cause', 'ratio', 'comparative'] as const).map((list) =>
    sentencesOf(analysis, list),
  )
  return sentences.flatMap((sentence, number): Claim[] => {
    if (sentence.isQuestion || !isProse(analysis, sentence) || isInstruction(analysis, sentence)) return []
    const isNumeric = (measureCounts[number] ?? 0) > 0 || ratios?.has(number) === true
    const isClaim = isNumeric || causes?.has(number) || (comparisons?.has(number) && hasName(analysis, sentence))
    return isClaim ? [{ sentence: number, isNumeric, figures: figureCounts[number] ?? 0 }] : []
  })
}
