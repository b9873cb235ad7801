/** Micro-USD that a request may spend on a language model: 0.25 USD (spec platform-api 4.5). */
export const CEILING_MICRO_USD = 250_000

/** Micro-USD for a thousand tokens. */
export interface Prices {
  readonly input: number
  readonly output: number
}

/** A token of English is four letters; three are counted, so that an estimate is rather too high. */
const LETTERS_A_TOKEN = 3

const isPlain = (code: number): boolean => code === 32 || (code >= 97 && code <= 122) || (code >= 65 && code <= 90)

/** Bytes of UTF-8 of a UTF-16 unit, of which two make a character of four. */
const bytesOf = (code: number): number =>
  code < 0x80 ? 1 : code < 0x8_00 ? 2 : code >= 0xd8_00 && code < 0xe0_00 ? 2 : 3

/** Tokens of a text, rather too many than too few: what is no plain letter may be a token for each of its bytes. */
export const tokensOf = (text: string): number => {
  let letters = 0
  let others = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isPlain(code)) letters++
    else others += bytesOf(code)
  }
  return Math.ceil(letters / LETTERS_A_TOKEN) + others
}

/** What tokens cost, in whole micro-USD, rounded up. */
export const costOf = (tokens: { readonly input: number; readonly output: number }, prices: Prices): number =>
  Math.ceil((tokens.input * prices.input + tokens.output * prices.output) / 1_000)

/** What a request has spent. Calls that fail have been paid for, too. */
export interface Budget {
  /** Micro-USD so far. */
  readonly spent: number
  /** Whether a call of at most so much may be made: what it may cost is held against the ceiling before it. */
  allows(estimate: number): boolean
  /** Counts what a call has cost, or its estimate where nobody knows. */
  spend(cost: number): void
}

export const budget = (ceiling: number = CEILING_MICRO_USD, already = 0): Budget => {
  let spent = already
  return {
    get spent() {
      return spent
    },
    allows: (estimate) => spent + estimate <= ceiling,
    spend(cost) {
      spent += Math.max(0, Math.ceil(cost))
    },
  }
}
