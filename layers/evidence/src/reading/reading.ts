import type { Content } from '../content.ts'
import { type ListHits, phrases } from '../lexicons/book.ts'
import type { TextDocument } from '../text/document.ts'
import { readDocument } from '../text/document.ts'
import { hitsOf } from '../text/phrases.ts'
import type { Sentence } from '../text/sentences.ts'
import { type Claim, claimsOf } from './claims.ts'
import { credentialsIn } from './credentials.ts'
import { type FirstHand, firstHandOf } from './first-hand.ts'
import { type Quantity, quantitiesOf } from './quantities.ts'
import { type Spoken, spokenOf } from './spoken.ts'

/** A text with what all detectors look at, each found once and only if one asks for it. */
export class Reading {
  readonly content: Content
  readonly document: TextDocument
  readonly hits: ListHits
  private readonly kept = new Map<string, unknown>()

  constructor(content: Content) {
    this.content = content
    this.document = readDocument(content.body)
    this.hits = hitsOf(phrases(), this.document.tokens)
  }

  private once<Value>(name: string, find: () => Value): Value {
    if (!this.kept.has(name)) this.kept.set(name, find())
    return this.kept.get(name) as Value
  }

  /** For each token the number of its sentence. */
  get sentenceAt(): Int32Array {
    return this.once('sentenceAt', () => {
      const { tokens, sentences } = this.document
      const numbers = new Int32Array(tokens.length).fill(-1)
      for (const [number, { from, to }] of sentences.entries()) numbers.fill(number, from, to)
      return numbers
    })
  }

  /** For each token whether somebody else says it, or it is code. */
  get isQuoted(): Uint8Array {
    return this.once('isQuoted', () => {
      const quoted = new Uint8Array(this.document.tokens.length)
      for (const { from, to, words } of this.document.quotations) if (words >= QUOTED_WORDS) quoted.fill(1, from, to)
      return quoted
    })
  }

  get quantities(): readonly Quantity[] {
    return this.once('quantities', () => quantitiesOf(this.document.tokens))
  }

  get claims(): readonly Claim[] {
    return this.once('claims', () => claimsOf(this))
  }

  get firstHand(): readonly FirstHand[] {
    return this.once('firstHand', () => firstHandOf(this))
  }

  /** Tokens at which a credential stands. */
  get credentials(): readonly number[] {
    return this.once('credentials', () => credentialsIn(this))
  }

  get spoken(): readonly Spoken[] {
    return this.once('spoken', () => spokenOf(this))
  }

  /** For each sentence whether a source is named in it. */
  get isCited(): Uint8Array {
    return this.once('isCited', () => citedSentences(this))
  }

  /** Whether the text says how its figures were come by. */
  get hasMethod(): boolean {
    return this.once(
      'hasMethod',
      () =>
        this.hits.method.some(({ at }) => !this.isQuoted[at]) ||
        this.headingWith('methodHeading') !== undefined ||
        this.firstHand.some(({ sentence }) => this.hasInstrument[sentence] === 1),
    )
  }

  /** For each sentence whether it names what measured. */
  get hasInstrument(): Uint8Array {
    return this.once('hasInstrument', () => {
      const has = new Uint8Array(this.document.sentences.length)
      for (const { at } of this.hits.instrument) has[this.sentenceAt[at] ?? 0] = 1
      return has
    })
  }

  /** For each sentence whether the author speaks of own work in it, or in the one before it in its block. */
  get isOwn(): Uint8Array {
    return this.once('isOwn', () => {
      const { sentences } = this.document
      const own = new Uint8Array(sentences.length)
      for (const { at } of [...this.hits.self, ...this.hits.ownTest, ...this.hits.method])
        if (!this.isQuoted[at]) own[this.sentenceAt[at] ?? 0] = 1
      for (const [number, { block }] of sentences.entries())
        if (
          number > 0 &&
          sentences[number - 1]?.block === block &&
          (own[number - 1] === 1 || this.hasInstrument[number - 1] === 1)
        )
          own[number] = 1
      return own
    })
  }

  /** The first heading that begins with a phrase of a list, or has it behind "the". */
  headingWith(list: keyof ListHits): Sentence | undefined {
    const { blocks, firsts, sentences } = this.document
    const hit = this.hits[list].find(({ at }) => {
      const block = this.document.tokens[at]?.block ?? 0
      return blocks[block]?.kind === 'heading' && at - (firsts[block] ?? 0) <= 2
    })
    return hit && sentences[this.sentenceAt[hit.at] ?? 0]
  }

  /** The place of tokens in the body. */
  span(from: number, to: number): Span {
    const { tokens } = this.document
    return { start: tokens[from]?.start ?? 0, end: tokens[Math.max(from, to - 1)]?.end ?? 0 }
  }

  /** The place of a sentence in the body. */
  sentenceSpan({ from, to }: Pick<Sentence, 'from' | 'to'>): Span {
    return this.span(from, to)
  }

  /** The whole body, for what is nowhere in it. */
  get whole(): Span {
    return { start: 0, end: this.document.body.length }
  }
}

/** A place in a body, in UTF-16 units. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Shorter ones are words that are named, and not what somebody said. */
export const QUOTED_WORDS = 4

/** Who is paid for a link is no source. */
const PAID = /\b(?:sponsored|affiliate)\b/i

/** Parenthesis with a year, as in (Smith 2020). */
const citedByYear = ({ document: { tokens } }: Reading, { from, to }: Sentence): boolean => {
  for (let at = from; at < to; at++)
    if (tokens[at]?.text === '(' && /^\([A-Z][^()]{1,80}(?:19|20)\d\d[a-z]?\)/.test(`(${textBehind(tokens, at)}`))
      return true
  return false
}

/** "Says the Royal Horticultural Society": a name of two words on either side of the verb. */
const isOrganisationBeside = (tokens: TextDocument['tokens'], at: number, to: number): boolean => {
  const behind = tokens[to]?.text === 'the' ? to + 1 : to
  const isName = (one: number, other: number): boolean =>
    tokens[one]?.isCapital === true &&
    tokens[other]?.isCapital === true &&
    tokens[one]?.text !== 'i' &&
    tokens[other]?.text !== 'i'
  return isName(behind, behind + 1) || isName(at - 2, at - 1)
}

const textBehind = (tokens: TextDocument['tokens'], at: number): string => {
  const parts: string[] = []
  for (let next = at + 1; next < tokens.length && next < at + 16; next++) {
    const token = tokens[next]
    parts.push(token?.isCapital ? token.text.slice(0, 1).toUpperCase() + token.text.slice(1) : (token?.text ?? ''))
    if (token?.text === ')') break
  }
  return parts.join(' ').replace(/ \)/, ')')
}

const citedSentences = (reading: Reading): Uint8Array => {
  const { document, hits, sentenceAt } = reading
  const cited = new Uint8Array(document.sentences.length)
  const mark = (at: number): void => {
    const number = sentenceAt[at] ?? -1
    if (number >= 0) cited[number] = 1
  }
  for (const { at } of hits.citing) mark(at)
  for (const { at, to } of hits.speech) if (isOrganisationBeside(document.tokens, at, to)) mark(at)
  for (const [number, sentence] of document.sentences.entries()) if (citedByYear(reading, sentence)) cited[number] = 1
  let token = 0
  for (const link of document.links) {
    if (link.kind === 'image' || PAID.test(link.title)) continue
    // A mark of a footnote stands behind the point, and cites what is before it.
    while (token < document.tokens.length && (document.tokens[token] as { start: number }).start < link.start) token++
    const before = document.tokens[token - 1]
    const isBefore = before !== undefined && before.block === link.block
    if (link.kind === 'link' && document.tokens[token]?.block === link.block && !isBefore) mark(token)
    else if (isBefore) mark(link.kind === 'link' && insideNext(document, token, link.end) ? token : token - 1)
    else if (document.tokens[token]?.block === link.block) mark(token)
  }
  return cited
}

/** Whether the text of a link begins a sentence: its first token is inside. */
const insideNext = ({ tokens }: TextDocument, token: number, end: number): boolean => {
  const next = tokens[token]
  return next !== undefined && next.end <= end
}
