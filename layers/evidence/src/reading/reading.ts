import type { Content } from '../content.ts'
import type { ListHits } from '../lexicons/book.ts'
import type { TextDocument } from '../text/document.ts'
import type { Quotation } from '../text/quotations.ts'
import type { Sentence } from '../text/sentences.ts'
import type { Quantity } from './quantities.ts'

/** A place in a body, in UTF-16 units. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A sentence that says something of the world that somebody may ask a source for. */
export interface Claim {
  readonly sentence: number
  readonly isNumeric: boolean
  /** Numbers in it with a unit, or of at least three digits. */
  readonly figures: number
}

export interface FirstHand {
  readonly sentence: number
  readonly at: number
}

export interface Spoken {
  readonly quotation: Quotation
  /** A verb of speech, a dash with a name, or a name with a colon stands near. */
  readonly isAttributed: boolean
  readonly hasName: boolean
  readonly hasRole: boolean
  readonly hasOrganization: boolean
  /** Name and role within 15 words of each other. */
  readonly hasNameAndRole: boolean
}

/** A text with what all detectors look at. Each part is found once, and only if one asks for it. */
export interface TextAnalysis {
  readonly content: Content
  readonly document: TextDocument
  readonly hits: ListHits
  readonly sentenceAt: Int32Array
  readonly isQuoted: Uint8Array
  readonly quantities: readonly Quantity[]
  readonly claims: readonly Claim[]
  readonly firstHand: readonly FirstHand[]
  readonly spoken: readonly Spoken[]
  readonly credentials: readonly number[]
  readonly isCited: Uint8Array
  readonly hasInstrument: Uint8Array
  /** For each sentence whether the author speaks of own work in it, or in the one before it in its block. */
  readonly isOwn: Uint8Array
  readonly hasMethod: boolean
  readonly whole: Span
  /** The first heading that begins with a phrase of a list, or has it behind one or two words; or one that runs in: "Method. …". */
  headingWith(list: keyof ListHits): Sentence | undefined
  span(from: number, to: number): Span
}
