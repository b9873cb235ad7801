const DAY_MS = 86_400_000

/** Milliseconds of the start of a day; undefined for an invalid date, such as 2026-02-30. */
const startMsOf = (day: string): number | undefined => {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? time : undefined
}

/**
 * Checks a date.
 * @throws RangeError that names the argument, unless it is a valid date, YYYY-MM-DD
 */
export const requireDay = (day: string, argument: string): void => {
  if (startMsOf(day) === undefined) throw new RangeError(`${argument} must be a valid date, YYYY-MM-DD`)
}

/**
 * Days from one day to another, negative if the other is earlier.
 * @throws RangeError for an invalid date
 */
export const daysBetween = (from: string, to: string): number => {
  requireDay(from, 'from')
  requireDay(to, 'to')
  return ((startMsOf(to) ?? 0) - (startMsOf(from) ?? 0)) / DAY_MS
}

/**
 * The day that is `days` days later.
 * @throws RangeError for an invalid date
 */
export const daysAfter = (day: string, days: number): string => {
  requireDay(day, 'day')
  return new Date((startMsOf(day) ?? 0) + days * DAY_MS).toISOString().slice(0, 10)
}
