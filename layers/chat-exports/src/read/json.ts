import { canonicalText } from '@signet/contracts/canonical'

/** An object of unknown shape. The format of an export is not guaranteed, so every value is checked. */
export type Entry = Readonly<Record<string, unknown>>

export const entryOf = (value: unknown): Entry | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Entry) : undefined

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const entriesOf = (value: unknown): readonly Entry[] =>
  listOf(value).flatMap((item) => {
    const entry = entryOf(item)
    return entry ? [entry] : []
  })

/** Returns the value as well-formed text; lone surrogates are legal in JSON but not elsewhere. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.toWellFormed() : undefined

export const firstText = (...values: readonly unknown[]): string | undefined => {
  for (const value of values) if (typeof value === 'string' && value.trim() !== '') return value.toWellFormed()
  return undefined
}

/** An id is a number that the parser may have rounded: the item must be parsed again with the digits of its numbers. */
export class RoundedIdError extends Error {
  override readonly name = 'RoundedIdError'
}

/**
 * Returns the digits of a number.
 * @throws RoundedIdError if the parser may have rounded it
 */
const digitsOf = (value: number): string => {
  if (!Number.isSafeInteger(value)) throw new RoundedIdError()
  return String(value)
}

/**
 * Returns the first usable id: a text, or the digits of a number.
 * @throws RoundedIdError if the parser has lost digits
 */
export const firstId = (...values: readonly unknown[]): string | undefined => {
  for (const value of values) {
    if (typeof value === 'number') return digitsOf(value)
    const id = typeof value === 'string' ? firstText(value) : firstText(entryOf(value)?.$oid)
    if (id !== undefined) return id
  }
  return undefined
}

export const jsonOf = (value: unknown): string => canonicalText(value).toWellFormed()
