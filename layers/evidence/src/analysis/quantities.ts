import { CURRENCIES, NUMBER_WORDS, UNITS } from '../lexicons/measures.ts'
import type { Token } from '../text/tokens.ts'

export interface Quantity {
  readonly at: number
  readonly to: number
  /** A currency, `%`, or the common name of a unit; undefined for a number alone. */
  readonly unit: string | undefined
  /** The following word: "tents" in "12 tents". */
  readonly thing: string | undefined
}

const YEAR = /^(?:1[89]|20)\d\d$/

const isNumber = (token: Token | undefined): boolean =>
  token !== undefined && (token.kind === 'number' || (token.kind === 'word' && NUMBER_WORDS.has(token.text)))

/** A number in words may continue: "two hundred and ten". */
const numberEnd = (tokens: readonly Token[], at: number): number => {
  let to = at + 1
  while (tokens[to]?.kind === 'word' && NUMBER_WORDS.has((tokens[to] as Token).text)) to++
  return to
}

const thingAt = (tokens: readonly Token[], at: number): string | undefined => {
  const token = tokens[at]
  return token?.kind === 'word' ? token.text : undefined
}

/** Every number of the text, except years. */
export const quantitiesOf = (tokens: readonly Token[]): readonly Quantity[] => {
  const quantities: Quantity[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token
    if (!isNumber(token)) continue
    const end = numberEnd(tokens, at)
    const before = tokens[at - 1]
    const next = tokens[end]
    const last = tokens[end - 1]
    // A unit must be in the block of its number, at most one character away.
    const isAdjacent = next !== undefined && next.block === token.block && next.start - (last?.end ?? 0) <= 1
    const nextToken = isAdjacent ? next : undefined
    const thing = nextToken && thingAt(tokens, end)
    const isMoney = before?.kind === 'mark' && CURRENCIES.has(before.text) && before.end === token.start
    if (isMoney) quantities.push({ at: at - 1, to: end, unit: before.text, thing })
    else if (nextToken?.text === '%' || nextToken?.text === '°')
      quantities.push({ at, to: end + 1, unit: nextToken.text, thing })
    else {
      const unit = thing === undefined ? undefined : UNITS.get(thing)
      const isYear = token.kind === 'number' && YEAR.test(token.text) && unit === undefined
      if (!isYear) quantities.push({ at, to: unit === undefined ? end : end + 1, unit, thing })
    }
    at = end - 1
  }
  return quantities
}

/** A year between 1800 and 2099 as a separate token. */
export const isYear = (token: Token): boolean => token.kind === 'number' && YEAR.test(token.text)
