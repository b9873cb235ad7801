/** Micro-USD that a request may spend on a language model: 0.25 USD (spec platform-api 4.5). */
export const CEILING_MICRO_USD = 250_000

/** Micro-USD for a thousand tokens. */
export interface Prices {
  readonly input: number
  readonly output: number
}

/** A token of English is four characters; three are counted, so that an estimate is rather too high. */
const CHARACTERS_A_TOKEN = 3

/** Tokens of a text, rather too many than too few. */
export const tokensOf = (text: string): number => Math.ceil(text.length / CHARACTERS_A_TOKEN)

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

export const budget = (ceiling: number = CEILING_MICRO_USD): Budget => {
  let spent = 0
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
