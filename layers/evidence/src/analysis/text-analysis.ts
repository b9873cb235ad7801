import type { Content } from '../content.ts'
import type { ListHits } from '../lexicons/book.ts'
import type { TextDocument } from '../text/document.ts'
import type { Quotation } from '../text/quotations.ts'
import type { Sentence } from '../text/sentences.ts'
import type { Quantity } from './quantities.ts'

/** A range in a body, in UTF-16 code units. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A sentence whose statement requires a source. */
export interface Claim {
  readonly sentence: number
  readonly isNumeric: boolean
  /** Number of figures in it that have a unit or at least three digits. */
  readonly figures: number
}

export interface FirstHand {
  readonly sentence: number
  readonly at: number
}

export interface SpokenQuotation {
  readonly quotation: Quotation
  /** True if a verb of speech, a dash with a name, or a name with a colon is nearby. */
  readonly isAttributed: boolean
  readonly hasName: boolean
  readonly hasRole: boolean
  readonly hasOrganization: boolean
  /** Name and role near each other. */
  readonly hasNameAndRole: boolean
}

/** A text with everything that detectors read. Each part is computed once, on first use. */
export interface TextAnalysis {
  readonly content: Content
  readonly document: TextDocument
  readonly hits: ListHits
  /** The sentence of each token; -1 for a token outside sentences. */
  readonly sentenceAt: Int32Array
  /** For each token, whether it is in a quotation of spoken or written words: 1 or 0, as in all flags below. */
  readonly isQuoted: Uint8Array
  readonly quantities: readonly Quantity[]
  readonly claims: readonly Claim[]
  readonly firstHand: readonly FirstHand[]
  readonly spoken: readonly SpokenQuotation[]
  /** Tokens that begin a credential. */
  readonly credentials: readonly number[]
  /** For each sentence, whether it has a source. */
  readonly isCited: Uint8Array
  /** For each sentence, whether it names a means of measurement. */
  readonly hasInstrument: Uint8Array
  /** For each sentence, whether the author describes own work in it, or in the sentence before in the same block. */
  readonly isOwn: Uint8Array
  readonly hasMethod: boolean
  readonly whole: Span
  /**
   * The first heading that begins with a phrase of the list, or contains it after one or two words; also a run-in
   * heading: "Method. …".
   */
  headingWith(list: keyof ListHits): Sentence | undefined
  /** Returns the range of the tokens from `from` to `to`, exclusive. */
  span(from: number, to: number): Span
}
