import { canonicalText } from '@signet/contracts/canonical'

/** Readers of untyped values, because the format of an export is not guaranteed. */
export type Entry = Readonly<Record<string, unknown>>

/** The value as an object; anything else is `undefined`. */
export const entryOf = (value: unknown): Entry | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Entry) : undefined

/** The value as a list; anything else is empty. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The objects of a list. */
export const entriesOf = (value: unknown): readonly Entry[] =>
  listOf(value).flatMap((item) => {
    const entry = entryOf(item)
    return entry ? [entry] : []
  })

/** The value as well-formed text; lone surrogates are legal in JSON and nowhere else. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.toWellFormed() : undefined

/** The first of the values that is a text with anything in it. */
export const firstText = (...values: readonly unknown[]): string | undefined => {
  for (const value of values) if (typeof value === 'string' && value.trim() !== '') return value.toWellFormed()
  return undefined
}

/** The first of the values that is a usable id: a text or a number. */
export const firstId = (...values: readonly unknown[]): string | undefined =>
  firstText(...values.map((value) => (typeof value === 'number' ? String(value) : value)))

/** The value as JSON with sorted keys, for values that are stored unchanged. */
export const jsonOf = (value: unknown): string => canonicalText(value).toWellFormed()

const EPOCH_MS_FROM = 100_000_000_000
const HAS_ZONE = /(?:Z|[+-]\d{2}:?\d{2})$/i
const HAS_TIME = /\d[T ]\d{2}:\d{2}/
const DATE_FIRST = /^\d{4}-\d{2}/

const instantOf = (ms: number): string | null => {
  const date = new Date(ms)
  const year = date.getUTCFullYear()
  return Number.isNaN(year) || year < 1 || year > 9999 ? null : date.toISOString()
}

/**
 * An ISO instant in UTC from any vendor's format: seconds or milliseconds since 1970 as a number or a text, or ISO
 * 8601; without a zone it is UTC.
 */
export const timeOf = (value: unknown): string | null => {
  if (typeof value === 'number') return instantOf(Math.abs(value) < EPOCH_MS_FROM ? Math.round(value * 1000) : value)
  if (typeof value !== 'string' || value.trim() === '') return null
  const text = value.trim()
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return timeOf(Number(text))
  if (!DATE_FIRST.test(text)) return null
  const isBare = HAS_TIME.test(text) && !HAS_ZONE.test(text)
  return instantOf(Date.parse(isBare ? `${text.replace(' ', 'T')}Z` : text))
}
