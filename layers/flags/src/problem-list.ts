import type { FlagProblem } from './definition.ts'

export interface ProblemList {
  readonly problems: readonly FlagProblem[]
  readonly report: (field: string, message: string) => void
}

/** Maximum number of reported problems. */
const MAX_PROBLEMS = 100

export const problemList = (): ProblemList => {
  const problems: FlagProblem[] = []
  return {
    problems,
    report: (field, message) => {
      if (problems.length < MAX_PROBLEMS) problems.push({ field, message })
    },
  }
}

export type Report = ProblemList['report']
export type Fields = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const fieldPath = (field: string, name: string | number): string =>
  field === '' ? `${name}` : `${field}.${name}`

const displayValue = (value: unknown): string => {
  if (typeof value === 'string') return value.length > 60 ? `"${value.slice(0, 57)}…"` : `"${value}"`
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return `${value}`
  return Array.isArray(value) ? 'a list' : 'an object'
}

/** Returns `must be …` with the actual value. */
export const mustBe = (what: string, value: unknown): string =>
  value === undefined ? `is required: ${what}` : `must be ${what}, not ${displayValue(value)}`

/** Checks an object and reports fields that are not allowed. */
export const checkFields = (
  value: unknown,
  field: string,
  allowed: readonly string[],
  report: Report,
): Fields | undefined => {
  if (!isObject(value)) {
    report(field, mustBe('an object', value))
    return undefined
  }
  for (const name of Object.keys(value)) {
    if (!allowed.includes(name)) report(fieldPath(field, name), `is unknown; allowed fields: ${allowed.join(', ')}`)
  }
  return value
}

export interface ListRule {
  readonly min?: number
  readonly max: number
}

/** Checks the length of a list. Returns undefined if the value is not a list or is too long. */
export const checkList = (
  value: unknown,
  field: string,
  { min = 0, max }: ListRule,
  report: Report,
): readonly unknown[] | undefined => {
  if (!Array.isArray(value)) {
    report(field, mustBe('a list', value))
    return undefined
  }
  if (value.length < min || value.length > max) {
    report(field, `must have ${min} to ${max} entries, not ${value.length}`)
    return value.length > max ? undefined : value
  }
  return value
}

const NOT_WELL_FORMED = 'must be well-formed Unicode'

/** Reports lone surrogates, which UTF-8 cannot encode: the stored text would differ. */
export const checkWellFormed = (text: string, field: string, report: Report): void => {
  if (!text.isWellFormed()) report(field, NOT_WELL_FORMED)
}

/** Checks the length of a text, and that it has no control characters and no lone surrogates. */
export const checkText = (
  value: unknown,
  field: string,
  { min = 1, max }: ListRule,
  report: Report,
): value is string => {
  if (typeof value !== 'string') report(field, mustBe('text', value))
  else if (value.length < min || value.length > max) report(field, `must have ${min} to ${max} characters`)
  else if (/\p{Cc}/u.test(value)) report(field, 'must have no control characters')
  else if (!value.isWellFormed()) report(field, NOT_WELL_FORMED)
  else return true
  return false
}

export const checkBoolean = (value: unknown, field: string, report: Report): void => {
  if (typeof value !== 'boolean') report(field, mustBe('true or false', value))
}

export const checkOneOf = (
  value: unknown,
  field: string,
  allowed: readonly string[],
  report: Report,
): value is string => {
  if (typeof value === 'string' && allowed.includes(value)) return true
  report(field, mustBe(`one of ${allowed.join(', ')}`, value))
  return false
}

/** 0 to 100, in steps of 0.001. */
export const isPercentage = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= 100 && Math.abs(value * 1000 - Math.round(value * 1000)) < 1e-6

export const checkPercentage = (value: unknown, field: string, report: Report): void => {
  if (!isPercentage(value)) report(field, mustBe('a number from 0 to 100 in steps of 0.001', value))
}

const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/
const TIME = /^T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/**
 * Returns true for an RFC 3339 instant: an existing day, a time with seconds and an offset, in capital letters. Leap
 * seconds are excluded, because a Date cannot represent them.
 */
export const isInstant = (value: unknown): value is string => {
  if (typeof value !== 'string') return false
  const day = value.slice(0, 10)
  // Date converts a day after the end of its month, such as February 30, to a day of the next month.
  return TIME.test(value.slice(10)) && DAY.test(day) && new Date(day).toISOString().startsWith(day)
}

/**
 * Returns the problem of a value that is not JSON of bounded depth and size. 32 characters of a text count as one node.
 * Not recursive, so that deep values do not exhaust the stack.
 */
const jsonProblem = (value: unknown, maxNodes: number): string | undefined => {
  const pending: (readonly [value: unknown, depth: number])[] = [[value, 0]]
  let nodes = 0
  for (let entry = pending.pop(); entry; entry = pending.pop()) {
    const [each, depth] = entry
    nodes += 1 + (typeof each === 'string' ? each.length >> 5 : 0)
    if (nodes > maxNodes) return 'is too large'
    if (depth > 20) return 'is nested deeper than 20'
    if (typeof each === 'string' && !each.isWellFormed()) return NOT_WELL_FORMED
    if (Array.isArray(each)) for (const inner of each) pending.push([inner, depth + 1])
    else if (isObject(each)) {
      for (const [name, inner] of Object.entries(each)) {
        if (!name.isWellFormed()) return NOT_WELL_FORMED
        pending.push([inner, depth + 1])
      }
    } else if (each !== null && !['string', 'boolean'].includes(typeof each) && !Number.isFinite(each)) {
      return 'must be JSON'
    }
  }
  return undefined
}

export const checkJson = (value: unknown, field: string, maxNodes: number, report: Report): void => {
  const problem = jsonProblem(value, maxNodes)
  if (problem !== undefined) report(field, problem)
}
