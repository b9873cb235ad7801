const MONTHS: readonly string[] = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** Formats the day of an ISO 8601 date or UTC time for readers, such as `30 November 2026`. Other texts stay unchanged. */
export const dayText = (iso: string): string => {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(iso) ?? []
  const name = MONTHS[Number(month) - 1]
  return name === undefined ? iso : `${Number(day)} ${name} ${year}`
}

/** Formats an ISO 8601 time in UTC for readers, such as `30 November 2026, 16:20 UTC`. Other texts stay unchanged. */
export const timeText = (iso: string): string => {
  const [, time] = /^\d{4}-\d{2}-\d{2}T(\d{2}:\d{2})[:.\d]*Z$/.exec(iso) ?? []
  return time === undefined ? iso : `${dayText(iso)}, ${time} UTC`
}
