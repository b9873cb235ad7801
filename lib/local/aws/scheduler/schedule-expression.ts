import { Cron } from 'croner'

/** Times at which a schedule fires, in milliseconds since the epoch; undefined means never again. */
export interface Timetable {
  readonly isOneTime: boolean
  /** Returns the first time strictly after `after`; `anchor` is the time of the first declaration. */
  next(after: number, anchor: number): number | undefined
}

const UNITS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 }

const expressionError = (expression: string, rule: string): Error =>
  new Error(`Schedule expression "${expression}": ${rule} (EventBridge Scheduler user guide, "Schedule types").`)

const rateTimetable = (expression: string, body: string): Timetable => {
  const [, count, unit = '', plural] = /^(\d+) (minute|hour|day)(s?)$/.exec(body) ?? []
  const period = Number(count) * (UNITS[unit] ?? 0)
  if (!(period > 0) || (plural === '' && count !== '1'))
    throw expressionError(expression, 'rate takes a positive whole number and minute(s), hour(s) or day(s)')
  return {
    isOneTime: false,
    next: (after, anchor) => anchor + period * (Math.floor(Math.max(0, after - anchor) / period) + 1),
  }
}

const atTimetable = (expression: string, body: string): Timetable => {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(body) ? Date.parse(`${body}Z`) : Number.NaN
  if (Number.isNaN(time)) throw expressionError(expression, 'at takes yyyy-mm-ddThh:mm:ss, in UTC')
  return { isOneTime: true, next: (after) => (time > after ? time : undefined) }
}

/** AWS numbers weekdays 1 (Sunday) to 7, cron libraries 0 to 6; names are the same in both. */
const weekdays = (field: string): string =>
  field
    .replace(/(^|[,-])([1-7])(?=$|[,\-#L/])/g, (_all, before: string, day: string) => `${before}${Number(day) - 1}`)
    .replace(/^L$/, '6')

/** In AWS `start/step` runs to the end of the field's range; the library requires an explicit end. */
const explicitSteps = (field: string, max: number): string => field.replace(/(^|,)(\d+)\//g, `$1$2-${max}/`)

const cronTimetable = (expression: string, body: string): Timetable => {
  const fields = body.trim().split(/\s+/)
  const [minute = '', hour = '', dayOfMonth = '', month = '', dayOfWeek = '', year = ''] = fields
  if (fields.length !== 6)
    throw expressionError(expression, 'cron takes six fields: minutes hours day-of-month month day-of-week year')
  if ((dayOfMonth === '?') === (dayOfWeek === '?'))
    throw expressionError(expression, 'exactly one of day-of-month and day-of-week must be "?"')
  const asterisk = (field: string) => (field === '?' ? '*' : field)
  try {
    const day = explicitSteps(asterisk(dayOfMonth), 31)
    const time = `0 ${explicitSteps(minute, 59)} ${explicitSteps(hour, 23)}`
    const pattern = `${time} ${day} ${explicitSteps(month, 12)} ${explicitSteps(weekdays(asterisk(dayOfWeek)), 6)} ${explicitSteps(year, 2199)}`
    const job = new Cron(pattern, { timezone: 'UTC', paused: true })
    return { isOneTime: false, next: (after) => job.nextRun(new Date(after))?.getTime() }
  } catch (cause) {
    throw expressionError(expression, cause instanceof Error ? cause.message : String(cause))
  }
}

/** Parses rate(…), cron(…) or at(…); throws an error with the expression and the violated rule. */
export const timetable = (expression: string): Timetable => {
  const [, kind, body = ''] = /^(rate|cron|at)\((.*)\)$/.exec(expression.trim()) ?? []
  if (kind === 'rate') return rateTimetable(expression, body)
  if (kind === 'at') return atTimetable(expression, body)
  if (kind === 'cron') return cronTimetable(expression, body)
  throw expressionError(expression, 'it must be rate(…), cron(…) or at(…)')
}
