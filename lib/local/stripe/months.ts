const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()

/**
 * The instant that is `months` months after the anchor, in UTC at the anchor's time of day. Where the month is too
 * short it is its last day, and the anchor's own day again after it: 31 January, 28 February, 31 March.
 * @param anchor seconds since the epoch
 */
export const monthsAfter = (anchor: number, months: number): number => {
  const from = new Date(anchor * 1000)
  const first = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1))
  const day = Math.min(from.getUTCDate(), daysIn(first.getUTCFullYear(), first.getUTCMonth()))
  return Math.floor((first.getTime() + (day - 1) * 86_400_000 + (from.getTime() % 86_400_000)) / 1000)
}

/** The end of the period that begins at `start`: the first anniversary of the anchor after it. */
export const periodEnd = (anchor: number, start: number): number => {
  let months = 1
  while (monthsAfter(anchor, months) <= start) months++
  return monthsAfter(anchor, months)
}
