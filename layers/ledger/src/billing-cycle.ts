/** A billing period; `start` is inclusive, `end` is exclusive. */
export interface Cycle {
  readonly start: Date
  readonly end: Date
}

const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()

/**
 * Returns the instant `months` after the anchor, in UTC. The day is that of the anchor, or the last day of a shorter
 * month: 31 January is followed by 28 February and 31 March.
 */
export const monthsAfter = (anchor: Date, months: number): Date => {
  const first = new Date(Date.UTC(anchor.getUTCFullYear(), anchor.getUTCMonth() + months, 1))
  const year = first.getUTCFullYear()
  const month = first.getUTCMonth()
  const midnight = Date.UTC(year, month, Math.min(anchor.getUTCDate(), daysInMonth(year, month)))
  return new Date(midnight + (anchor.getTime() % 86_400_000))
}

/** Returns the month, counted from the anchor, that contains `at`. Anchors are after 1970. */
export const cycleAt = (anchor: Date, at: Date): Cycle => {
  const monthDifference = (at.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + at.getUTCMonth() - anchor.getUTCMonth()
  const months = monthsAfter(anchor, monthDifference) > at ? monthDifference - 1 : monthDifference
  return { start: monthsAfter(anchor, months), end: monthsAfter(anchor, months + 1) }
}

export const calendarMonthAt = (at: Date): Cycle =>
  cycleAt(new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1)), at)
