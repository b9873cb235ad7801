import { MONTHS } from '../lexicons/measures.ts'
import { isProperNoun } from '../reading/names.ts'
import { isYear, type Quantity } from '../reading/quantities.ts'
import type { Reading, Span } from '../reading/reading.ts'
import { isStock } from '../reading/hosts.ts'

/** A place that lacks what is asked for; undefined: nothing is lacking. */
export type Lack = Span | undefined

/** Words below which one sentence of own experience is enough (decision 41). */
const SHORT = 500

/** EXP-01: sentences of own experience, so many in a thousand words. */
export const firstHandShare = (reading: Reading, { perThousand }: { readonly perThousand: number }): Lack => {
  const { words } = reading.document
  const wanted = words < SHORT ? 1 : Math.ceil((perThousand * words) / 1_000)
  return reading.firstHand.length >= wanted ? undefined : reading.whole
}

/** Whether a sentence has a date, a number with what it counts, or a proper noun. */
const isConcrete = (reading: Reading, number: number): boolean => {
  const { document, quantities, sentenceAt } = reading
  const { from, to } = document.sentences[number] as { from: number; to: number }
  for (let at = from; at < to; at++) {
    const token = document.tokens[at]
    if (token && (isYear(token) || (MONTHS.has(token.text) && token.isCapital) || isProperNoun(document.tokens, at, from))) return true
  }
  return quantities.some(({ at, unit, thing }) => sentenceAt[at] === number && (unit !== undefined || thing !== undefined))
}

/** EXP-02: one of those sentences says when, how much or whose. */
export const firstHandDetail = (reading: Reading): Lack => {
  if (reading.firstHand.some(({ sentence }) => isConcrete(reading, sentence))) return undefined
  const [first] = reading.firstHand
  const sentence = first && reading.document.sentences[first.sentence]
  return sentence ? reading.sentenceSpan(sentence) : reading.whole
}

const CAPTION = /^\W*(?:fig(?:ure)?\b|photo\b|image\b|above\b|below\b|diagram\b|chart\b|screenshot\b)/i
const wordsOf = (text: string): number => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length

/** The text under an image: the rest of its block, or the next block where it begins as captions do. */
const captionWords = ({ document }: Reading, block: number, end: number): number => {
  const next = document.blocks[block + 1]
  const here = document.body.slice(end, document.blocks[block]?.end ?? end)
  const below = next ? document.body.slice(next.start, next.end) : ''
  const isBelow = next?.kind === 'paragraph' && (CAPTION.test(below) || /^([*_]).+\1$/s.test(below.trim()))
  return Math.max(wordsOf(here), isBelow ? wordsOf(below) : 0)
}

/** EXP-03: an image of one's own that says what it shows. */
export const originalImage = (reading: Reading, { captionWords: least }: { readonly captionWords: number }): Lack => {
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

const isNear = (one: Quantity, other: Quantity, within: number): boolean => other.at - one.to <= within

/** The same unit; a second number may leave it out, and a first one before "to". */
const isPair = (one: Quantity, other: Quantity): boolean => {
  if (one.unit !== undefined && other.unit !== undefined) return one.unit === other.unit
  if (one.unit !== undefined || other.unit !== undefined) return !(other.unit === undefined && other.thing !== undefined && NOUNS.test(other.thing))
  return one.thing !== undefined && (one.thing === other.thing || other.thing === undefined || one.thing === 'to')
}
const NOUNS = /s$/

const CUE_REACH = 12
const CHANGED = new Set('fell falls fallen dropped drops rose risen climbed grew went shrank slipped declined jumped crept slid sank halved doubled tripled gained swelled used previously before earlier old until initially lowered cut trimmed shortened reduced raised brought improved increased decreased without afterwards now lost down up began started'.split(' '))

/** EXP-04: two figures of one thing, before and after; or a case that is told as one. */
export const beforeAndAfter = (reading: Reading, { within }: { readonly within: number }): Lack => {
  if (reading.headingWith('caseHeading')) return undefined
  const { quantities, document, hits } = reading
  const cues = hits.change.filter(({ at }) => CHANGED.has(document.tokens[at]?.text ?? '')).map(({ at }) => at)
  for (const [nth, one] of quantities.entries())
    for (const other of quantities.slice(nth + 1, nth + 6)) {
      if (!isNear(one, other, within)) break
      if (document.tokens[one.at]?.block !== document.tokens[other.at]?.block) break
      const isTold = cues.some((at) => at >= one.at - CUE_REACH && at <= other.to + CUE_REACH)
      if (isTold && isPair(one, other) && changes(reading, one, other)) return undefined
    }
  return reading.whole
}

/** "from … to", "to … from", or two sentences of which one is of before. */
const changes = ({ document: { tokens } }: Reading, one: Quantity, other: Quantity): boolean => {
  const before = tokens[one.at - 1]?.text
  const between = tokens.slice(one.to, other.at).map(({ text }) => text)
  if (before === 'from' && (between.includes('to') || between.length <= 3)) return true
  if (between.includes('from') && (before === 'to' || between.length <= 6)) return true
  const around = tokens.slice(Math.max(0, one.at - CUE_REACH), other.to + CUE_REACH).map(({ text }) => text)
  const has = (words: string): boolean => words.split(' ').some((word) => around.includes(word))
  return has('before used previously earlier old was were had without initially') && has('after now today new then afterwards since later is are with instead')
}

/** EXP-05: somebody with a role or an organisation is quoted with so many words. */
export const customerQuote = (reading: Reading, { words }: { readonly words: number }): Lack => {
  const isQuoted = reading.spoken.some(
    ({ quotation, isAttributed, hasRole, hasOrganisation }) =>
      quotation.words >= words && isAttributed && (hasRole || hasOrganisation),
  )
  if (isQuoted) return undefined
  const [first] = reading.spoken
  return first ? reading.span(first.quotation.from, first.quotation.to) : reading.whole
}

