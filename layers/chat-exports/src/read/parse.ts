import { type Buffer, isAscii } from 'node:buffer'

/** What a reviver is told beside key and value: the text that a number was read from. */
type Reviver = (key: string, value: unknown, context: { readonly source: string }) => unknown

const parse = JSON.parse as (text: string, reviver?: Reviver) => unknown

// ChatGPT escapes all that is not ASCII: such bytes need no decoding.
const textOf = (raw: Buffer): string => raw.toString(isAscii(raw) ? 'latin1' : 'utf8')

/** The value of a JSON text. @throws SyntaxError */
export const parsed = (raw: Buffer): unknown => parse(textOf(raw))

/**
 * The value of a JSON text in which numbers that a double may have rounded are their digits as text. It takes several
 * times as long as `parsed`. @throws SyntaxError
 */
export const parsedWithDigits = (raw: Buffer): unknown =>
  parse(textOf(raw), (_key, value, { source }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) ? source : value,
  )

/** What is written where JSON has nothing: numbers that are none, and commas behind the last member. */
const NO_JSON = /([:[,]\s*)-?(?:NaN|Infinity)(?=\s*[,\]}])|,(?=\s*[\]}])/g

/**
 * The value of a text that is nearly JSON: with line breaks within strings, numbers that are none, commas too many.
 * `undefined`: it is none.
 */
export const nearlyParsed = (raw: Buffer): unknown => {
  try {
    return parse(
      textOf(raw)
        .replaceAll(/\p{Cc}/gu, ' ')
        .replaceAll(NO_JSON, (_all, before: string | undefined) => (before === undefined ? '' : `${before}null`)),
    )
  } catch {
    return undefined
  }
}
