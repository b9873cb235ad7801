export interface Schedule {
  readonly periodMs: number
  /** Milliseconds from midnight UTC, or from midnight UTC of Thursday for weeks, at which a period ends. */
  readonly offsetMs: number
  /** Hour and minute in UTC. Undefined for intervals shorter than a day. */
  readonly at?: { readonly hour: number; readonly minute: number; readonly days?: string }
  /** Description for readers: "each day at 02:30 UTC". */
  readonly description: string
}

export interface StatedSchedule {
  readonly quote: string
  readonly schedule: Schedule
  /** Whether the hour is a default because the intention names none. */
  readonly isGuessed: boolean
}

const MINUTE = 60_000
const HOUR = 3_600_000
const DAY = 86_400_000
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

/** Reads a number in digits, or up to twelve in words. */
export const numberOf = (text: string): number => {
  const index = NUMBERS.indexOf(text.toLowerCase())
  return index === -1 ? Number(text.replaceAll(',', '')) : index + 1
}

const COUNT = `\\d{1,3}|${NUMBERS.join('|')}`
const INTERVAL = new RegExp(
  `\\b(?:(?:every|each|once every|once an?)\\s+(?:(${COUNT})\\s+)?(minute|hour)s?|(hourly))\\b`,
  'i',
)

/** Reads an interval that both cron and a rate expression support: one that divides the hour or the day. */
const intervalOf = (intention: string): StatedSchedule | undefined => {
  const [quote, count = '1', unit = 'hour', hourly] = INTERVAL.exec(intention) ?? []
  if (quote === undefined) return undefined
  const number = hourly === undefined ? numberOf(count) : 1
  const isHour = unit.toLowerCase() === 'hour'
  if (number < 1 || (isHour ? 24 : 60) % number !== 0) return undefined
  const unitWords = isHour ? 'hour' : 'minute'
  const description = number === 1 ? `each ${unitWords}` : `each ${number} ${unitWords}s`
  const schedule = { periodMs: number * (isHour ? HOUR : MINUTE), offsetMs: 0, description }
  return { quote, schedule, isGuessed: false }
}

const TIME = String.raw`(?:(noon|midnight)|(\d{1,2})(?:[:.](\d{2}))?(?:\s*([ap])\.?m\b\.?|\s*o'clock)?)(?!\d)(?:\s*(?:utc|gmt)\b)?`
const WHEN = `(?:every|each|on|once a)\\s+(?:single\\s+)?(day|night|morning|noon|afternoon|evening|weekday|working day|${DAYS.join('|')})s?|(daily|nightly)`
const TIME_AFTER_DAY = new RegExp(`\\b(?:${WHEN})(?:\\s*,?\\s*at\\s+${TIME})?`, 'i')
const TIME_BEFORE_DAY = new RegExp(`\\bat\\s+${TIME}\\s*,?\\s*(?:${WHEN})\\b`, 'i')

const PART_OF_DAY = /^\s+in the (morning|afternoon|evening)\b/i

const DEFAULT_HOURS: Readonly<Record<string, number>> = { morning: 6, noon: 12, afternoon: 15, evening: 19 }

interface StatedTime {
  readonly quote: string
  readonly when: string
  readonly namedHour?: string
  readonly hour?: string
  readonly minute?: string
  /** `a` (a.m.) or `p` (p.m.). */
  readonly half?: string
}

const statedTimeIn = (intention: string): StatedTime | undefined => {
  const timeFirst = TIME_BEFORE_DAY.exec(intention)
  const dayFirst = timeFirst === null ? TIME_AFTER_DAY.exec(intention) : null
  const match = timeFirst ?? dayFirst
  if (match === null) return undefined
  const groups: readonly (string | undefined)[] = match.slice(1)
  const time = timeFirst === null ? groups.slice(2) : groups.slice(0, 4)
  const [day, adverb] = timeFirst === null ? groups : groups.slice(4)
  const [namedHour, hour, minute, meridiem] = time
  const when = (day ?? adverb ?? 'day').toLowerCase()
  const [part = '', partName] =
    hour === undefined ? [] : (PART_OF_DAY.exec(intention.slice(match.index + match[0].length)) ?? [])
  const halfOfDay =
    meridiem?.toLowerCase() ?? (partName === undefined ? undefined : partName.toLowerCase() === 'morning' ? 'a' : 'p')
  return {
    quote: match[0] + part,
    when,
    ...(namedHour !== undefined && { namedHour: namedHour.toLowerCase() }),
    ...(hour !== undefined && { hour, minute: minute ?? '0' }),
    ...(halfOfDay !== undefined && { half: halfOfDay }),
  }
}

const clockOf = ({ when, namedHour, hour, minute, half }: StatedTime): { hour: number; minute: number } | undefined => {
  if (namedHour !== undefined) return { hour: namedHour === 'noon' ? 12 : 0, minute: 0 }
  if (hour === undefined) return { hour: DEFAULT_HOURS[when] ?? 2, minute: 0 }
  const hourNumber = Number(hour)
  const isLate = half === 'p' || (half === undefined && (when === 'evening' || when === 'afternoon') && hourNumber < 12)
  const hours = half === 'a' && hourNumber === 12 ? 0 : isLate && hourNumber < 12 ? hourNumber + 12 : hourNumber
  return hours > 23 || Number(minute) > 59 ? undefined : { hour: hours, minute: Number(minute) }
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')

const dailyOf = (intention: string): StatedSchedule | undefined => {
  const statedTime = statedTimeIn(intention)
  if (statedTime === undefined) return undefined
  const clock = clockOf(statedTime)
  if (clock === undefined) return undefined
  const weekday = DAYS.indexOf(statedTime.when)
  const isWorkdays = statedTime.when === 'weekday' || statedTime.when === 'working day'
  const time = `${twoDigits(clock.hour)}:${twoDigits(clock.minute)} UTC`
  const withinDay = clock.hour * HOUR + clock.minute * MINUTE
  // 1970-01-01 was a Thursday, from which weeks are counted.
  const offsetMs = weekday === -1 ? withinDay : ((weekday + 3) % 7) * DAY + withinDay
  const name = DAYS[weekday]
  const day =
    name === undefined ? (isWorkdays ? 'working day' : 'day') : `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
  const days = name?.slice(0, 3).toUpperCase() ?? (isWorkdays ? 'MON-FRI' : undefined)
  return {
    quote: statedTime.quote,
    isGuessed: statedTime.hour === undefined && statedTime.namedHour === undefined,
    schedule: {
      periodMs: weekday === -1 ? DAY : 7 * DAY,
      offsetMs,
      description: `each ${day} at ${time}`,
      at: { ...clock, ...(days !== undefined && { days }) },
    },
  }
}

/**
 * Reads the schedule of an intention: an interval in minutes or hours, or a time on days, working days or a weekday.
 */
export const scheduleOf = (intention: string): StatedSchedule | undefined => intervalOf(intention) ?? dailyOf(intention)
