import { isInstant, isObject } from '../problem-list.ts'

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const DAY_MINUTES = 1440
const DAY_MS = DAY_MINUTES * 60_000

const minuteOf = (text: unknown): number | undefined => {
  const [, hours, minutes] = (typeof text === 'string' && /^(\d{2}):(\d{2})$/.exec(text)) || []
  const minute = Number(hours) * 60 + Number(minutes)
  // 24:00 is the end of a day (ISO 8601-1).
  return Number(minutes) < 60 && minute <= DAY_MINUTES ? minute : undefined
}

const isTimezone = (name: unknown): name is string => {
  try {
    return typeof name === 'string' && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

/** Returns true for two instants in ascending order, or a time of day with an optional time zone. */
export const isTimeWindow = (value: unknown): boolean => timeWindowTest(value) !== undefined

/**
 * Returns a function that converts an instant to the wall-clock time of a time zone, as if that were UTC. Offsets change
 * only at full quarters of an hour, so the offset of the last quarter is cached.
 */
const wallClock = (timezone: string): ((ms: number) => number) => {
  const format = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const quarterMs = 900_000
  let lastQuarter = Number.NaN
  let offset = 0
  return (ms) => {
    const quarter = Math.floor(ms / quarterMs)
    if (quarter !== lastQuarter) {
      const startOfQuarter = quarter * quarterMs
      const parts = Object.fromEntries(
        format.formatToParts(startOfQuarter).map(({ type, value }) => [type, Number(value)]),
      )
      const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
      offset = Date.UTC(year, month - 1, day, hour, minute, second) - startOfQuarter
      lastQuarter = quarter
    }
    return ms + offset
  }
}

const daily = (from: number, to: number, days: ReadonlySet<number>, timezone: string): ((ms: number) => boolean) => {
  const wallClockMs = wallClock(timezone)
  const isOpenOn = (day: number): boolean => days.has(((day % 7) + 7) % 7)
  return (ms) => {
    const local = wallClockMs(ms)
    const day = Math.floor(local / DAY_MS)
    const minute = (local - day * DAY_MS) / 60_000
    // 1970-01-01 was a Thursday.
    const weekday = day + 4
    if (from < to) return minute >= from && minute < to && isOpenOn(weekday)
    return (minute >= from && isOpenOn(weekday)) || (minute < to && isOpenOn(weekday - 1))
  }
}

/** Tests whether an instant in milliseconds since 1970 is in the window; undefined for an invalid window. */
export const timeWindowTest = (value: unknown): ((ms: number) => boolean) | undefined => {
  if (!isObject(value)) return undefined
  const { from, to, days = DAYS, timezone, ...others } = value
  if (Object.keys(others).length > 0) return undefined
  if (isInstant(from) && isInstant(to)) {
    const start = Date.parse(from)
    const end = Date.parse(to)
    const isPlain = value.days === undefined && timezone === undefined
    return isPlain && start < end ? (ms) => ms >= start && ms < end : undefined
  }
  const start = minuteOf(from)
  const end = minuteOf(to)
  if (start === undefined || end === undefined || start === end || start === DAY_MINUTES) return undefined
  const zone = timezone ?? 'UTC'
  if (!isTimezone(zone) || !Array.isArray(days)) return undefined
  const indices = days.map((day) => DAYS.indexOf(day))
  return indices.includes(-1) ? undefined : daily(start, end, new Set(indices), zone)
}
