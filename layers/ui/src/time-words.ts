const UNITS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, ms: number])[] = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** Formats a time relative to now, such as `3 hours ago` or `in 2 days`; `just now` within a minute. */
export const relativeTime = (at: number, now: number): string => {
  const difference = at - now
  const unitEntry = UNITS.find(([, ms]) => Math.abs(difference) >= ms)
  if (!unitEntry) return difference > 0 ? 'in a moment' : 'just now'
  const [unit, ms] = unitEntry
  return relative.format(Math.trunc(difference / ms), unit)
}

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

/** Formats a day, such as `Nov 26, 2026`. */
export const dayOf = (at: string): string => day.format(new Date(at))

/** Formats a duration, such as `850 ms`, `4.2 s` or `3 min 5 s`. */
export const durationOf = (ms: number): string => {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`
}
