/** Maximum micro-USD that a request may spend on a language model: 0.25 USD (spec platform-api 4.5). */
export const CEILING_MICRO_USD = 250_000

/** Micro-USD per thousand tokens. */
export interface Prices {
  readonly input: number
  readonly output: number
}

/** An English token has about four letters; three are assumed, so that estimates are high. */
const LETTERS_PER_TOKEN = 3

const isAsciiLetterOrSpace = (code: number): boolean =>
  code === 32 || (code >= 97 && code <= 122) || (code >= 65 && code <= 90)

/** UTF-8 bytes of a UTF-16 code unit; a surrogate pair has four. */
const bytesOf = (code: number): number =>
  code < 0x80 ? 1 : code < 0x8_00 ? 2 : code >= 0xd8_00 && code < 0xe0_00 ? 2 : 3

/**
 * Estimates the tokens of a text, rather too many: a character other than a plain letter may need one token per byte.
 */
export const tokensOf = (text: string): number => {
  let letters = 0
  let otherBytes = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isAsciiLetterOrSpace(code)) letters++
    else otherBytes += bytesOf(code)
  }
  return Math.ceil(letters / LETTERS_PER_TOKEN) + otherBytes
}

/** The cost of tokens in whole micro-USD, rounded up. */
export const costOf = (tokens: { readonly input: number; readonly output: number }, prices: Prices): number =>
  Math.ceil((tokens.input * prices.input + tokens.output * prices.output) / 1_000)

/** The spending of a request. Failed calls are billed too. */
export interface Budget {
  /** Micro-USD spent so far. */
  readonly spent: number
  /** Returns true if a call with this estimated cost does not exceed the ceiling. */
  allows(estimate: number): boolean
  /** Adds the cost of a call, or its estimate if the cost is unknown. */
  spend(cost: number): void
}

export const budget = (ceiling: number = CEILING_MICRO_USD, alreadySpent = 0): Budget => {
  let spentMicroUsd = alreadySpent
  return {
    get spent() {
      return spentMicroUsd
    },
    allows: (estimate) => spentMicroUsd + estimate <= ceiling,
    spend(cost) {
      spentMicroUsd += Math.max(0, Math.ceil(cost))
    },
  }
}
