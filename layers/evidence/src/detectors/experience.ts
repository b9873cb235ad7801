import { CURRENCIES, MONTHS } from '../lexicons/measures.ts'
import { isStock } from '../reading/hosts.ts'
import { isProperNoun } from '../reading/names.ts'
import { isYear, type Quantity } from '../reading/quantities.ts'
import type { Span, TextAnalysis } from '../reading/reading.ts'

/** The position of an unmet requirement; undefined if it is met. */
export type GapPosition = Span | undefined

/** Number of words below which one first-hand sentence is enough (decision 41). */
const SHORT = 500

/** EXP-01: first-hand sentences, at least `perThousand` per thousand words. */
export const firstHandShare = (
  reading: TextAnalysis,
  { perThousand }: { readonly perThousand: number },
): GapPosition => {
  const { words } = reading.document
  const required = words < SHORT ? 1 : Math.ceil((perThousand * words) / 1_000)
  return reading.firstHand.length >= required ? undefined : reading.whole
}

const isConcrete = (reading: TextAnalysis, number: number): boolean => {
  const { document, quantities, sentenceAt } = reading
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
export const firstHandDetail = (reading: TextAnalysis): GapPosition => {
  if (reading.firstHand.some(({ sentence }) => isConcrete(reading, sentence))) return undefined
  const [first] = reading.firstHand
  const sentence = first && reading.document.sentences[first.sentence]
  return sentence ? reading.span(sentence.from, sentence.to) : reading.whole
}

const CAPTION = /^\W*(?:fig(?:ure)?\b|photo\b|image\b|above\b|below\b|diagram\b|chart\b|screenshot\b)/i
const wordsOf = (text: string): number => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length

/** Number of words of an image's caption: the rest of its block, or the next block if it begins like a caption. */
const captionWords = ({ document }: TextAnalysis, block: number, end: number): number => {
  const next = document.blocks[block + 1]
  const here = document.body.slice(end, document.blocks[block]?.end ?? end)
  const below = next ? document.body.slice(next.start, next.end) : ''
  const isBelow = next?.kind === 'paragraph' && (CAPTION.test(below) || /^([*_]).+\1$/s.test(below.trim()))
  return Math.max(wordsOf(here), isBelow ? wordsOf(below) : 0)
}

/** EXP-03: an original image with a description. */
export const originalImage = (
  reading: TextAnalysis,
  { captionWords: least }: { readonly captionWords: number },
): GapPosition => {
  const images = reading.document.links.filter(({ kind }) => kind === 'image')
  const isGood = images.some(
    ({ href, text, title, block, end }) =>
      !isStock(href) &&
      href !== '' &&
      Math.max(wordsOf(text), wordsOf(title), captionWords(reading, block, end)) >= least,
  )
  if (isGood) return undefined
  const [first] = images
  return first ? { start: first.start, end: first.end } : reading.whole
}

/** Returns true for equal units; one number of a pair may omit it, as in "from 40 minutes to 12". */
const isPair = (one: Quantity, other: Quantity): boolean => {
  if (one.unit !== undefined && other.unit !== undefined) return one.unit === other.unit
  if (one.unit !== undefined || other.unit !== undefined) return true
  return one.thing === other.thing || other.thing === undefined || one.thing === 'to' || !NOUN.test(other.thing)
}
const NOUN = /[^s]s$/

export const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const CHANGED = words(
  'fell falls fall fallen falling dropped drops drop dropping rose rises rise risen climbed climbing grew grown went go going goes cut cuts cutting shrank shrunk slipped declined jumped crept slid sank gained swelled lowered lowering trimmed shortened reduced reduces reducing raised raising brought bringing bring improved increased decreased took taking takes take moved came come got pushed drove lifted halved doubled slashed down up',
)
const ABOUT = words(
  'about around roughly nearly almost just only as little under over some an a the over below above exactly well',
)
const BEFORE = words(
  'before previously used formerly originally initially older earlier last without had predecessor was were until',
)
const AFTER = words('after now today since new newer first afterwards then later with current currently this is are')
const NOW = words('now today')
const CLEAR_BEFORE = words('before previously used formerly originally initially earlier last without')
const CUE_REACH = 14
const MARK_REACH = 9
const RISE_REACH = 5

/** Returns true if the word precedes the number, ignoring words such as "about". */
const precedesNumber = ({ document: { tokens } }: TextAnalysis, word: string, { at }: Quantity): boolean => {
  for (let before = at - 1, others = 0; before >= at - 4; before--) {
    const { text = '', kind = 'mark' } = tokens[before] ?? {}
    if (text === word) return true
    if (kind === 'number' || (kind === 'mark' && !CURRENCIES.has(text))) return false
    if (!ABOUT.has(text) && ++others > 2) return false
  }
  return false
}

const hasNear = (
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
const RANGES = words('takes take go goes run runs range ranges vary varies last lasts cost costs')

const wordBeforeFrom = ({ document: { tokens } }: TextAnalysis, { at }: Quantity): string => {
  for (let before = at - 1; before >= at - 4; before--)
    if (tokens[before]?.text === 'from') return tokens[before - 1]?.text ?? ''
  return ''
}

/** "fell from 40 minutes to 12", "to 12 minutes from 40". */
const isMove = (reading: TextAnalysis, one: Quantity, other: Quantity): boolean => {
  const isForward = precedesNumber(reading, 'from', one) && precedesNumber(reading, 'to', other)
  const isBack =
    precedesNumber(reading, 'from', other) &&
    (precedesNumber(reading, 'to', one) || hasNear(reading, CHANGED, one.to, other.at))
  const isRange = isForward && RANGES.has(wordBeforeFrom(reading, one))
  if ((isForward || isBack) && !isRange && hasNear(reading, CHANGED, one.at - CUE_REACH, one.at)) return true
  if (isBack && hasNear(reading, CHANGED, one.to, other.at)) return true
  const isSame = reading.sentenceAt[one.at] === reading.sentenceAt[other.at]
  return (
    isSame &&
    one.unit !== undefined &&
    one.unit === other.unit &&
    precedesNumber(reading, 'to', other) &&
    hasNear(reading, CHANGED, other.at - RISE_REACH, other.at)
  )
}

const isContrast = (reading: TextAnalysis, one: Quantity, other: Quantity): boolean => {
  const [first, second] = [
    [one.at - MARK_REACH, Math.min(one.to + MARK_REACH, other.at)],
    [Math.max(one.to, other.at - MARK_REACH), other.to + MARK_REACH],
  ] as const
  const isInOrder =
    hasNear(reading, BEFORE, ...first) &&
    hasNear(reading, AFTER, ...second) &&
    (hasNear(reading, CLEAR_BEFORE, ...first) || hasNear(reading, NOW, ...second))
  const isTurned = hasNear(reading, AFTER, ...first) && hasNear(reading, CLEAR_BEFORE, ...second)
  return isInOrder || isTurned
}

const TURNS = words('after afterwards with now since today then')

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
  const begins = (sentence: number): string => tokens[sentences[sentence]?.from ?? -1]?.text ?? ''
  return second === first + 1 && begins(first) === 'before' && TURNS.has(begins(second))
}

const TABLE_BEFORE = words('before was old previously earlier')
const TABLE_AFTER = words('after now new today since')

/** A table whose header has before and after, with two figures of the same unit in a row. */
const hasTable = ({ document: { blocks, tokens, firsts }, quantities }: TextAnalysis): boolean =>
  blocks.some(({ kind }, head) => {
    if (kind !== 'row' || blocks[head - 1]?.kind === 'row' || blocks[head - 1]?.kind === 'hidden') return false
    const texts = tokens.slice(firsts[head], firsts[head + 1]).map(({ text }) => text)
    if (!texts.some((text) => TABLE_BEFORE.has(text)) || !texts.some((text) => TABLE_AFTER.has(text))) return false
    return quantities.some((one, nth) => {
      const other = quantities[nth + 1]
      const row = tokens[one.at]?.block ?? -1
      const isInRow = row > head && blocks[row]?.kind === 'row' && tokens[other?.at ?? -1]?.block === row
      return isInRow && other !== undefined && isPair(one, other)
    })
  })

/** EXP-04: two figures of the same subject, before and after, or a case study. */
export const beforeAndAfter = (reading: TextAnalysis, { within }: { readonly within: number }): GapPosition => {
  if (reading.headingWith('caseHeading') || hasTable(reading)) return undefined
  const { quantities, document, isQuoted } = reading
  for (const [nth, one] of quantities.entries())
    for (const other of quantities.slice(nth + 1, nth + 6)) {
      if (other.at - one.to > within) break
      if (document.tokens[one.at]?.block !== document.tokens[other.at]?.block) break
      if (isQuoted[one.at] || !isPair(one, other)) continue
      if (
        isMove(reading, one, other) ||
        (one.unit !== undefined && (isContrast(reading, one, other) || isSequence(reading, one, other)))
      )
        return undefined
    }
  return reading.whole
}

/** EXP-05: a quotation of at least `words` words from a person with a role or an organization. */
export const customerQuote = (reading: TextAnalysis, { words }: { readonly words: number }): GapPosition => {
  const isQuoted = reading.spoken.some(
    ({ quotation, isAttributed, hasRole, hasOrganization }) =>
      quotation.words >= words && isAttributed && (hasRole || hasOrganization),
  )
  if (isQuoted) return undefined
  const [first] = reading.spoken
  return first ? reading.span(first.quotation.from, first.quotation.to) : reading.whole
}
