const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()

/**
 * Returns the instant `months` months after the anchor, in UTC at the anchor's time of day. In a shorter month it is
 * the last day; later months return to the anchor's day: 31 January, 28 February, 31 March.
 * @param anchor seconds since the epoch
 */
export const monthsAfter = (anchor: number, months: number): number => {
  const anchorDate = new Date(anchor * 1000)
  const firstOfMonth = new Date(Date.UTC(anchorDate.getUTCFullYear(), anchorDate.getUTCMonth() + months, 1))
  const day = Math.min(anchorDate.getUTCDate(), daysIn(firstOfMonth.getUTCFullYear(), firstOfMonth.getUTCMonth()))
  return Math.floor((firstOfMonth.getTime() + (day - 1) * 86_400_000 + (anchorDate.getTime() % 86_400_000)) / 1000)
}

/** Returns the end of the period that begins at `start`: the first anniversary of the anchor after it. */
export const periodEnd = (anchor: number, start: number): number => {
  let months = 1
  while (monthsAfter(anchor, months) <= start) months++
  return monthsAfter(anchor, months)
}
