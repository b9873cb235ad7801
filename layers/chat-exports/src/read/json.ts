import { canonicalText } from '@signet/contracts/canonical'

/** Readers of untyped values, because the format of an export is not guaranteed. */
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

/** An id is a number that the parser has rounded: the file must be parsed with its digits. */
export class RoundedId extends Error {
  override readonly name = 'RoundedId'
}

/** Returns the digits of a number; they are exact if no other double is between two of them. */
const digitsOf = (value: number): string => {
  if (!Number.isSafeInteger(value)) throw new RoundedId()
  return String(value)
}

/**
 * Returns the first usable id: a text or a number. Ids are names, so a number counts with its digits in the file.
 * @throws RoundedId if the parser has lost digits
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
