const DAY_MS = 86_400_000

/** Milliseconds of the midnight that begins a day; undefined for a day that there is not, such as 2026-02-30. */
const startOf = (day: string): number | undefined => {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? time : undefined
}

/** @throws RangeError naming the argument if it is no day that there is, written YYYY-MM-DD. */
export const requireDay = (day: string, argument: string): void => {
  if (startOf(day) === undefined) throw new RangeError(`${argument} must be a day that there is, written YYYY-MM-DD`)
}

/** Days from one to the other, negative if the other is earlier. @throws RangeError for a day that there is not. */
export const daysBetween = (from: string, to: string): number => {
  requireDay(from, 'from')
  requireDay(to, 'to')
  return ((startOf(to) ?? 0) - (startOf(from) ?? 0)) / DAY_MS
}

/** The day so many days later. @throws RangeError for a day that there is not. */
export const daysAfter = (day: string, days: number): string => {
  requireDay(day, 'day')
  return new Date((startOf(day) ?? 0) + days * DAY_MS).toISOString().slice(0, 10)
}
