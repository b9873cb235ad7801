const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Returns the start of a local day, optionally some days later; undefined if the text is not a date. */
export const startOfDay = (day: string, daysLater = 0): string | undefined => {
  if (!DAY.test(day)) return undefined
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const start = new Date(year, month - 1, date + daysLater)
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString()
}
