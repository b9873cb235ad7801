/** A condition of a flag. The flag library validates its fields, so they are used here without checks. */
export interface ConditionShape {
  readonly attribute?: unknown
  readonly operator?: unknown
  readonly value?: unknown
  readonly segment?: unknown
  readonly all?: unknown
  readonly any?: unknown
  readonly not?: unknown
}

const OPERATORS: Readonly<Record<string, string>> = {
  equals: 'is',
  notEquals: 'is not',
  in: 'is one of',
  notIn: 'is not one of',
  contains: 'contains',
  startsWith: 'starts with',
  endsWith: 'ends with',
  gt: 'is greater than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  before: 'is before',
  after: 'is after',
  between: 'is between',
  semverEq: 'is version',
  semverGt: 'is later than version',
  semverGte: 'is at least version',
  semverLt: 'is earlier than version',
  semverLte: 'is at most version',
  cidr: 'is in the network',
  regex: 'matches the pattern',
  exists: 'exists',
}

export const OPERATOR_OPTIONS = Object.entries(OPERATORS).map(([value, text]) => ({ value, text }))

const valueWords = (value: unknown): string => {
  if (Array.isArray(value)) return value.map((item) => String(item)).join(', ')
  if (typeof value === 'object' && value !== null) {
    const { from, to, days, timezone } = value as Readonly<Record<string, unknown>>
    if (from !== undefined && to !== undefined) {
      const daysText = Array.isArray(days) ? ` on ${days.join(', ')}` : ''
      return `${from} and ${to}${daysText}${timezone === undefined ? '' : ` (${timezone})`}`
    }
    return JSON.stringify(value)
  }
  return String(value)
}

const joinConditions = (conditions: unknown, conjunction: string): string | undefined => {
  if (!Array.isArray(conditions)) return undefined
  if (conditions.length === 0) return conjunction === 'and' ? 'any user matches' : 'no user matches'
  const parts = conditions.map((each) => conditionWords(each as ConditionShape))
  const text = parts.join(` ${conjunction} `)
  return conjunction === 'or' && parts.length > 1 ? `(${text})` : text
}

/** Returns a condition as part of a sentence, such as `plan is one of pro, team`. */
export const conditionWords = (condition: ConditionShape): string => {
  const { attribute, operator, value, segment, all, any, not } = condition
  if (all !== undefined) return joinConditions(all, 'and') ?? JSON.stringify(condition)
  if (any !== undefined) return joinConditions(any, 'or') ?? JSON.stringify(condition)
  if (not !== undefined) return `not (${conditionWords(not as ConditionShape)})`
  if (segment !== undefined) return `the user is in the segment ${segment}`
  const operatorText = OPERATORS[String(operator)] ?? String(operator)
  return `${attribute} ${operatorText}${value === undefined ? '' : ` ${valueWords(value)}`}`
}

export const attributesOf = (condition: ConditionShape): readonly string[] => {
  const { attribute, all, any, not } = condition
  const branches = [all, any].flatMap((each) => (Array.isArray(each) ? (each as ConditionShape[]) : []))
  const nested = not === undefined ? branches : [...branches, not as ConditionShape]
  return [...(typeof attribute === 'string' ? [attribute] : []), ...nested.flatMap(attributesOf)]
}
