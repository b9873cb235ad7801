import type { Content } from '../content.ts'
import { type ListHits, phrases } from '../lexicons/book.ts'
import { readDocument, type TextDocument } from '../text/document.ts'
import { hitsOf } from '../text/phrases.ts'
import type { Sentence } from '../text/sentences.ts'
import { citedSentences } from './citations.ts'
import { claimsOf } from './claims.ts'
import { credentialsIn } from './credentials.ts'
import { firstHandOf } from './first-hand.ts'
import { type Quantity, quantitiesOf } from './quantities.ts'
import { SPOKEN_WORDS_MIN, spokenOf } from './spoken.ts'
import type { Claim, FirstHand, Span, SpokenQuotation, TextAnalysis } from './text-analysis.ts'

/** "98 % of invoices" and "the cost per invoice" name the counted items, not an instrument. */
const isCounted = (tokens: TextDocument['tokens'], at: number): boolean =>
  tokens[at - 1]?.text === 'per' ||
  (tokens[at - 1]?.text === 'of' && /^(?:%|percent)$/.test(tokens[at - 2]?.text ?? ''))

class LazyAnalysis implements TextAnalysis {
  readonly content: Content
  readonly document: TextDocument
  readonly hits: ListHits
  private readonly cache = new Map<string, unknown>()

  constructor(content: Content) {
    this.content = content
    this.document = readDocument(content.body)
    this.hits = hitsOf(phrases(), this.document.tokens)
  }

  private computeOnce<Value>(name: string, find: () => Value): Value {
    if (!this.cache.has(name)) this.cache.set(name, find())
    return this.cache.get(name) as Value
  }

  get sentenceAt(): Int32Array {
    return this.computeOnce('sentenceAt', () => {
      const { tokens, sentences } = this.document
      const numbers = new Int32Array(tokens.length).fill(-1)
      for (const [number, { from, to }] of sentences.entries()) numbers.fill(number, from, to)
      return numbers
    })
  }

  get isQuoted(): Uint8Array {
    return this.computeOnce('isQuoted', () => {
      const quoted = new Uint8Array(this.document.tokens.length)
      for (const { from, to, words } of this.document.quotations)
        if (words >= SPOKEN_WORDS_MIN) quoted.fill(1, from, to)
      return quoted
    })
  }

  get quantities(): readonly Quantity[] {
    return this.computeOnce('quantities', () => quantitiesOf(this.document.tokens))
  }

  get claims(): readonly Claim[] {
    return this.computeOnce('claims', () => claimsOf(this))
  }

  get firstHand(): readonly FirstHand[] {
    return this.computeOnce('firstHand', () => firstHandOf(this))
  }

  get credentials(): readonly number[] {
    return this.computeOnce('credentials', () => credentialsIn(this))
  }

  get spoken(): readonly SpokenQuotation[] {
    return this.computeOnce('spoken', () => spokenOf(this))
  }

  get isCited(): Uint8Array {
    return this.computeOnce('isCited', () => citedSentences(this))
  }

  get hasMethod(): boolean {
    return this.computeOnce(
      'hasMethod',
      () =>
        this.hits.method.some(({ at }) => !this.isQuoted[at]) ||
        this.headingWith('methodHeading') !== undefined ||
        this.firstHand.some(({ sentence }) => this.hasInstrument[sentence] === 1),
    )
  }

  get hasInstrument(): Uint8Array {
    return this.computeOnce('hasInstrument', () => {
      const has = new Uint8Array(this.document.sentences.length)
      for (const { at } of this.hits.instrument)
        if (!isCounted(this.document.tokens, at)) has[this.sentenceAt[at] ?? 0] = 1
      return has
    })
  }

  get isOwn(): Uint8Array {
    return this.computeOnce('isOwn', () => {
      const { sentences } = this.document
      const isOwn = new Uint8Array(sentences.length)
      for (const { at } of [...this.hits.self, ...this.hits.ownTest, ...this.hits.method])
        if (!this.isQuoted[at]) isOwn[this.sentenceAt[at] ?? 0] = 1
      for (const [number, { block }] of sentences.entries())
        if (
          number > 0 &&
          sentences[number - 1]?.block === block &&
          (isOwn[number - 1] === 1 || this.hasInstrument[number - 1] === 1)
        )
          isOwn[number] = 1
      return isOwn
    })
  }

  headingWith(list: keyof ListHits): Sentence | undefined {
    return this.computeOnce(`heading of ${list}`, () => this.findHeading(list))
  }

  private findHeading(list: keyof ListHits): Sentence | undefined {
    const { blocks, firstTokens, sentences } = this.document
    const hit = this.hits[list].find(({ at, to }) => {
      const block = this.document.tokens[at]?.block ?? 0
      const first = firstTokens[block] ?? 0
      if (blocks[block]?.kind === 'heading') return at - first <= 2
      // "Method. One flour, one oven": a run-in heading.
      return at === first && /^[.:]$/.test(this.document.tokens[to]?.text ?? '')
    })
    return hit && sentences[this.sentenceAt[hit.at] ?? 0]
  }

  span(from: number, to: number): Span {
    const { tokens } = this.document
    return { start: tokens[from]?.start ?? 0, end: tokens[Math.max(from, to - 1)]?.end ?? 0 }
  }

  sentenceSpan({ from, to }: Pick<Sentence, 'from' | 'to'>): Span {
    return this.span(from, to)
  }

  get whole(): Span {
    return { start: 0, end: this.document.body.length }
  }
}

export const analyzeContent = (content: Content): TextAnalysis => new LazyAnalysis(content)
