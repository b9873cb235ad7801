import { isStockPhoto } from '../analysis/hosts.ts'
import { isProperNoun } from '../analysis/names.ts'
import { isYear, type Quantity } from '../analysis/quantities.ts'
import type { Span, TextAnalysis } from '../analysis/text-analysis.ts'
import { CURRENCIES, MONTHS } from '../lexicons/measures.ts'

/** The position of an unmet requirement; undefined if it is met. */
export type GapPosition = Span | undefined

/** Number of words below which one first-hand sentence is enough. */
const SHORT_TEXT_WORDS = 500

/** EXP-01: first-hand sentences, at least `perThousand` per thousand words. */
export const firstHandShare = (
  analysis: TextAnalysis,
  { perThousand }: { readonly perThousand: number },
): GapPosition => {
  const { words } = analysis.document
  const required = words < SHORT_TEXT_WORDS ? 1 : Math.ceil((perThousand * words) / 1_000)
  return analysis.firstHand.length >= required ? undefined : analysis.whole
}

const isConcrete = (analysis: TextAnalysis, number: number): boolean => {
  const { document, quantities, sentenceAt } = analysis
  const { from, to } = document.sentences[number] as { from: number; to: number }
  for (let at = from; at < to; at++) {
    const token = document.tokens[at]
    if (
      token &&
      (isYear(token) || (MONTHS.has(token.text) && token.isCapital) || isProperNoun(document.tokens, at, from))
    )
      return true
  }
  return quantities.some(
    ({ at, unit, thing }) => sentenceAt[at] === number && (unit !== undefined || thing !== undefined),
  )
}

/** EXP-02: a first-hand sentence with a date, figure or name. */
export const firstHandDetail = (analysis: TextAnalysis): GapPosition => {
  if (analysis.firstHand.some(({ sentence }) => isConcrete(analysis, sentence))) return undefined
  const [first] = analysis.firstHand
  const sentence = first && analysis.document.sentences[first.sentence]
  return sentence ? analysis.span(sentence.from, sentence.to) : analysis.whole
}

const CAPTION = /^\W*(?:fig(?:ure)?\b|photo\b|image\b|above\b|below\b|diagram\b|chart\b|screenshot\b)/i
const wordsOf = (text: string): number => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length

/** Number of words of an image's caption: the text after it in its block, or a next block that looks like a caption. */
const captionWords = ({ document }: TextAnalysis, block: number, end: number): number => {
  const next = document.blocks[block + 1]
  const textAfterImage = document.body.slice(end, document.blocks[block]?.end ?? end)
  const nextText = next ? document.body.slice(next.start, next.end) : ''
  const hasCaptionBelow =
    next?.kind === 'paragraph' && (CAPTION.test(nextText) || /^([*_]).+\1$/s.test(nextText.trim()))
  return Math.max(wordsOf(textAfterImage), hasCaptionBelow ? wordsOf(nextText) : 0)
}

/** EXP-03: an original image with a description. */
export const originalImage = (
  analysis: TextAnalysis,
  { captionWords: minWords }: { readonly captionWords: number },
): GapPosition => {
  const images = analysis.document.links.filter(({ kind }) => kind === 'image')
  const hasOriginal = images.some(
    ({ href, text, title, block, end }) =>
      !isStockPhoto(href) &&
      href !== '' &&
      Math.max(wordsOf(text), wordsOf(title), captionWords(analysis, block, end)) >= minWords,
  )
  if (hasOriginal) return undefined
  const [first] = images
  return first ? { start: first.start, end: first.end } : analysis.whole
}

/** Returns true for equal units; one number of a pair may omit it, as in "from 40 minutes to 12". */
const isSameMeasure = (one: Quantity, other: Quantity): boolean => {
  if (one.unit !== undefined && other.unit !== undefined) return one.unit === other.unit
  if (one.unit !== undefined || other.unit !== undefined) return true
  // Without units, a plural noun after the second number must also follow the first: "from 40 to 12 errors" may omit it.
  return one.thing === other.thing || other.thing === undefined || one.thing === 'to' || !PLURAL_NOUN.test(other.thing)
}
const PLURAL_NOUN = /[^s]s$/

export const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const CHANGE_VERBS = wordSet(
  'fell falls fall fallen falling dropped drops drop dropping rose rises rise risen climbed climbing grew grown went go going goes cut cuts cutting shrank shrunk slipped declined jumped crept slid sank gained swelled lowered lowering trimmed shortened reduced reduces reducing raised raising brought bringing bring improved increased decreased took taking takes take moved came come got pushed drove lifted halved doubled slashed down up',
)
const APPROXIMATIONS = wordSet(
  'about around roughly nearly almost just only as little under over some an a the over below above exactly well',
)
const BEFORE_WORDS = wordSet(
  'before previously used formerly originally initially older earlier last without had predecessor was were until',
)
const AFTER_WORDS = wordSet(
  'after now today since new newer first afterwards then later with current currently this is are',
)
const PRESENT_WORDS = wordSet('now today')
const CLEAR_BEFORE_WORDS = wordSet('before previously used formerly originally initially earlier last without')
/** Number of tokens before a change ("from 40 to 12") that are searched for its verb. */
const CUE_REACH = 14
/** Number of tokens around a figure that are searched for words such as "before" and "now". */
const MARK_REACH = 9
/** Number of tokens before "to" and the second figure that are searched for a verb of change. */
const RISE_REACH = 5

/** Returns true if the word precedes the number, ignoring words such as "about". */
const precedesNumber = ({ document: { tokens } }: TextAnalysis, word: string, { at }: Quantity): boolean => {
  for (let before = at - 1, skippedWords = 0; before >= at - 4; before--) {
    const { text = '', kind = 'mark' } = tokens[before] ?? {}
    if (text === word) return true
    if (kind === 'number' || (kind === 'mark' && !CURRENCIES.has(text))) return false
    if (!APPROXIMATIONS.has(text) && ++skippedWords > 2) return false
  }
  return false
}

const hasWordBetween = (
  { document: { tokens } }: TextAnalysis,
  list: ReadonlySet<string>,
  from: number,
  to: number,
): boolean => {
  for (let at = Math.max(0, from); at < to; at++) {
    const { text = '' } = tokens[at] ?? {}
    const next = tokens[at + 1]
    // "Built before 1920" is not a figure from before.
    if (list.has(text) && !(text === 'before' && next && isYear(next))) return true
  }
  return false
}

/** "Takes from 2 to 5 days" is a range. */
const RANGE_VERBS = wordSet('takes take go goes run runs range ranges vary varies last lasts cost costs')

const wordBeforeFrom = ({ document: { tokens } }: TextAnalysis, { at }: Quantity): string => {
  for (let before = at - 1; before >= at - 4; before--)
    if (tokens[before]?.text === 'from') return tokens[before - 1]?.text ?? ''
  return ''
}

/** "fell from 40 minutes to 12", "to 12 minutes from 40". */
const isStatedChange = (analysis: TextAnalysis, one: Quantity, other: Quantity): boolean => {
  const isForward = precedesNumber(analysis, 'from', one) && precedesNumber(analysis, 'to', other)
  const isReversed =
    precedesNumber(analysis, 'from', other) &&
    (precedesNumber(analysis, 'to', one) || hasWordBetween(analysis, CHANGE_VERBS, one.to, other.at))
  const isRange = isForward && RANGE_VERBS.has(wordBeforeFrom(analysis, one))
  if ((isForward || isReversed) && !isRange && hasWordBetween(analysis, CHANGE_VERBS, one.at - CUE_REACH, one.at))
    return true
  if (isReversed && hasWordBetween(analysis, CHANGE_VERBS, one.to, other.at)) return true
  const isSameSentence = analysis.sentenceAt[one.at] === analysis.sentenceAt[other.at]
  return (
    isSameSentence &&
    one.unit !== undefined &&
    one.unit === other.unit &&
    precedesNumber(analysis, 'to', other) &&
    hasWordBetween(analysis, CHANGE_VERBS, other.at - RISE_REACH, other.at)
  )
}

const isContrast = (analysis: TextAnalysis, one: Quantity, other: Quantity): boolean => {
  const [firstRange, secondRange] = [
    [one.at - MARK_REACH, Math.min(one.to + MARK_REACH, other.at)],
    [Math.max(one.to, other.at - MARK_REACH), other.to + MARK_REACH],
  ] as const
  const isBeforeThenAfter =
    hasWordBetween(analysis, BEFORE_WORDS, ...firstRange) &&
    hasWordBetween(analysis, AFTER_WORDS, ...secondRange) &&
    (hasWordBetween(analysis, CLEAR_BEFORE_WORDS, ...firstRange) ||
      hasWordBetween(analysis, PRESENT_WORDS, ...secondRange))
  const isAfterThenBefore =
    hasWordBetween(analysis, AFTER_WORDS, ...firstRange) && hasWordBetween(analysis, CLEAR_BEFORE_WORDS, ...secondRange)
  return isBeforeThenAfter || isAfterThenBefore
}

const SEQUENCE_WORDS = wordSet('after afterwards with now since today then')

/**
 * "Before we laid the clay it was at 90 °C. With the clay on it is at 160 °C": consecutive sentences that begin with
 * their time.
 */
const isSequence = (
  { document: { tokens, sentences }, sentenceAt }: TextAnalysis,
  one: Quantity,
  other: Quantity,
): boolean => {
  const first = sentenceAt[one.at] ?? -1
  const second = sentenceAt[other.at] ?? -1
  const firstWordOf = (sentence: number): string => tokens[sentences[sentence]?.from ?? -1]?.text ?? ''
  return second === first + 1 && firstWordOf(first) === 'before' && SEQUENCE_WORDS.has(firstWordOf(second))
}

const TABLE_BEFORE = wordSet('before was old previously earlier')
const TABLE_AFTER = wordSet('after now new today since')

/** A table whose header has before and after, with two figures of the same unit in a row. */
const hasBeforeAfterTable = ({ document: { blocks, tokens, firstTokens }, quantities }: TextAnalysis): boolean =>
  blocks.some(({ kind }, head) => {
    if (kind !== 'row' || blocks[head - 1]?.kind === 'row' || blocks[head - 1]?.kind === 'hidden') return false
    const texts = tokens.slice(firstTokens[head], firstTokens[head + 1]).map(({ text }) => text)
    if (!texts.some((text) => TABLE_BEFORE.has(text)) || !texts.some((text) => TABLE_AFTER.has(text))) return false
    return quantities.some((one, nth) => {
      const other = quantities[nth + 1]
      const row = tokens[one.at]?.block ?? -1
      const isInRow = row > head && blocks[row]?.kind === 'row' && tokens[other?.at ?? -1]?.block === row
      return isInRow && other !== undefined && isSameMeasure(one, other)
    })
  })

/** EXP-04: two figures of the same subject, before and after, or a case study. */
export const beforeAndAfter = (analysis: TextAnalysis, { within }: { readonly within: number }): GapPosition => {
  if (analysis.headingWith('caseHeading') || hasBeforeAfterTable(analysis)) return undefined
  const { quantities, document, isQuoted } = analysis
  for (const [nth, one] of quantities.entries())
    for (const other of quantities.slice(nth + 1, nth + 6)) {
      if (other.at - one.to > within) break
      if (document.tokens[one.at]?.block !== document.tokens[other.at]?.block) break
      if (isQuoted[one.at] || !isSameMeasure(one, other)) continue
      if (
        isStatedChange(analysis, one, other) ||
        (one.unit !== undefined && (isContrast(analysis, one, other) || isSequence(analysis, one, other)))
      )
        return undefined
    }
  return analysis.whole
}

/** EXP-05: a quotation of at least `words` words from a person with a role or an organization. */
export const customerQuote = (analysis: TextAnalysis, { words }: { readonly words: number }): GapPosition => {
  const hasCustomerQuote = analysis.spoken.some(
    ({ quotation, isAttributed, hasRole, hasOrganization }) =>
      quotation.words >= words && isAttributed && (hasRole || hasOrganization),
  )
  if (hasCustomerQuote) return undefined
  const [first] = analysis.spoken
  return first ? analysis.span(first.quotation.from, first.quotation.to) : analysis.whole
}
