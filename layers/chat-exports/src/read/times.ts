import { entryOf } from './json.ts'
import { writtenTime } from './written-times.ts'

/** Numbers from here on are milliseconds since 1970, because in seconds they would be after the year 5138. */
const MS_FROM = 1e11
const US_FROM = 1e14
const NS_FROM = 1e17

const instantOf = (ms: number): string | null => {
  const date = new Date(ms)
  const year = date.getUTCFullYear()
  return Number.isNaN(year) || year < 1 || year > 9999 ? null : date.toISOString()
}

const sinceEpoch = (value: number): string | null => {
  const magnitude = Math.abs(value)
  if (magnitude < MS_FROM) return instantOf(Math.round(value * 1000))
  if (magnitude < US_FROM) return instantOf(value)
  return instantOf(value / (magnitude < NS_FROM ? 1e3 : 1e6))
}

/** ISO instants with a zone, which `Date.parse` reads alike everywhere. */
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/

const timeOfText = (text: string): string | null => {
  if (ISO.test(text)) return instantOf(Date.parse(text))
  if (/^-?\d{5,}(?:\.\d+)?$|^-?\d+\.\d+$/.test(text)) return sinceEpoch(Number(text))
  const dotNet = /^\/?Date\((-?\d+)/.exec(text)
  return instantOf(dotNet ? Number(dotNet[1]) : (writtenTime(text) ?? Number.NaN))
}

/**
 * Returns an ISO instant in UTC from any vendor's format; null for other values. Accepts numbers since 1970 in seconds,
 * milli-, micro- or nanoseconds, also as text; ISO 8601, RFC 2822 and written dates in many languages; MongoDB's
 * `$date` and `$numberLong`; seconds with nanoseconds. Without a zone, UTC is assumed.
 */
export const timeOf = (value: unknown): string | null => {
  if (typeof value === 'number') return sinceEpoch(value)
  if (typeof value === 'string') return value.trim() === '' ? null : timeOfText(value.trim())
  const entry = entryOf(value)
  if (!entry) return null
  const { $date, $numberLong, $numberInt, $numberDouble, seconds, _seconds, value: inner } = entry
  // MongoDB counts in milliseconds, whatever the size of the number.
  const ms = entryOf($date)?.$numberLong ?? $date
  if (typeof ms === 'number' || (typeof ms === 'string' && /^-?\d+$/.test(ms))) return instantOf(Number(ms))
  return timeOf($date ?? $numberLong ?? $numberInt ?? $numberDouble ?? seconds ?? _seconds ?? inner)
}

export const firstTime = (...values: readonly unknown[]): string | null => {
  for (const value of values) {
    const time = value === undefined || value === null ? null : timeOf(value)
    if (time !== null) return time
  }
  return null
}
