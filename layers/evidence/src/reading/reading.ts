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
  /** Number of the sentence. */
  readonly sentence: number
  /** Whether it has a number with its unit, a share or a sum. */
  readonly isNumeric: boolean
  /** Numbers in it with a unit, or of at least three digits. */
  readonly figures: number
}

/** A sentence in which the author tells what was done with own hands or eyes. */
export interface FirstHand {
  readonly sentence: number
  /** The token of the author. */
  readonly at: number
}

/** A quotation of at least a few words, with who says it as far as the text tells. */
export interface Spoken {
  readonly quotation: Quotation
  /** A verb of speech, a dash with a name, or a name with a colon stands near. */
  readonly isAttributed: boolean
  /** A name of a person near it. */
  readonly hasName: boolean
  /** What somebody does, near it. */
  readonly hasRole: boolean
  /** An organisation near it, by its name. */
  readonly hasOrganisation: boolean
  /** Name and role within 15 words of each other. */
  readonly hasNameAndRole: boolean
}

/** A text with what all detectors look at. Each part is found once, and only if one asks for it. */
export interface TextAnalysis {
  readonly content: Content
  readonly document: TextDocument
  readonly hits: ListHits
  /** For each token the number of its sentence. */
  readonly sentenceAt: Int32Array
  /** For each token whether somebody else says it. */
  readonly isQuoted: Uint8Array
  readonly quantities: readonly Quantity[]
  readonly claims: readonly Claim[]
  readonly firstHand: readonly FirstHand[]
  readonly spoken: readonly Spoken[]
  /** Tokens at which a credential stands. */
  readonly credentials: readonly number[]
  /** For each sentence whether a source is named in it. */
  readonly isCited: Uint8Array
  /** For each sentence whether it names what measured. */
  readonly hasInstrument: Uint8Array
  /** For each sentence whether the author speaks of own work in it, or in the one before it in its block. */
  readonly isOwn: Uint8Array
  /** Whether the text says how its figures were come by. */
  readonly hasMethod: boolean
  /** The whole body, for what is nowhere in it. */
  readonly whole: Span
  /** The first heading that begins with a phrase of a list, or has it behind one or two words; or one that runs in: "Method. …". */
  headingWith(list: keyof ListHits): Sentence | undefined
  /** The place of tokens in the body. */
  span(from: number, to: number): Span
}
