import type { AttributeCondition, Json } from '../definition.ts'
import { cidrTest } from '../operators/cidr.ts'
import { compareSemver, parseSemver } from '../operators/semver.ts'
import { timeWindowTest } from '../operators/time-window.ts'
import { compilePattern } from '../pattern/compile-pattern.ts'
import { instantOf } from './attribute.ts'

export type ValueTest = (value: unknown) => boolean

const isMissing = (value: unknown): boolean => value === undefined || value === null

/** Converts a value to text for comparison: `7` becomes `"7"`. */
export const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? `${value}` : undefined
}

/** Limits on evaluated values, which bound the evaluation time. Longer texts and further list entries do not match. */
const VALUE_LIMITS = { pattern: 512, text: 10_000, entries: 100 } as const

const anyEntry =
  (test: ValueTest): ValueTest =>
  (value) => {
    if (!Array.isArray(value)) return test(value)
    const count = Math.min(value.length, VALUE_LIMITS.entries)
    for (let i = 0; i < count; i += 1) if (test(value[i])) return true
    return false
  }

const folded = (text: string, ignoresCase: boolean): string => (ignoresCase ? text.toLowerCase() : text)

const listTest = (values: readonly unknown[], ignoresCase: boolean): ValueTest => {
  const texts = new Set<unknown>()
  for (const value of values) {
    const text = textOf(value)
    if (text !== undefined) texts.add(folded(text, ignoresCase))
  }
  const matchesMissing = values.some((value) => value === null)
  return anyEntry((value) => {
    if (typeof value === 'string') return texts.has(ignoresCase ? value.toLowerCase() : value)
    if (isMissing(value)) return matchesMissing
    const text = textOf(value)
    return text !== undefined && texts.has(text)
  })
}

const TEXT_TESTS = {
  contains: (text: string, part: string) => text.includes(part),
  startsWith: (text: string, part: string) => text.startsWith(part),
  endsWith: (text: string, part: string) => text.endsWith(part),
}

const textTest = (name: keyof typeof TEXT_TESTS, value: Json | undefined, ignoresCase: boolean): ValueTest => {
  const test = TEXT_TESTS[name]
  const parts = (Array.isArray(value) ? value : [value]).flatMap((part) =>
    typeof part === 'string' ? [folded(part, ignoresCase)] : [],
  )
  return anyEntry((entry) => {
    const text = textOf(entry)
    if (text === undefined || text.length > VALUE_LIMITS.text) return false
    const compared = folded(text, ignoresCase)
    for (const part of parts) if (test(compared, part)) return true
    return false
  })
}

const numberOf = (value: unknown): number => {
  if (typeof value === 'number') return value
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
}

/** Tests on the difference of a value and its bound. A value other than a number, date or version does not match. */
const COMPARISONS = {
  gt: (order: number) => order > 0,
  gte: (order: number) => order >= 0,
  lt: (order: number) => order < 0,
  lte: (order: number) => order <= 0,
  eq: (order: number) => order === 0,
}

const orderTest = (
  name: keyof typeof COMPARISONS,
  bound: number,
  read: (value: unknown) => number,
): ValueTest | undefined => {
  if (Number.isNaN(bound)) return undefined
  const test = COMPARISONS[name]
  return anyEntry((value) => {
    const difference = read(value) - bound
    return !Number.isNaN(difference) && test(difference)
  })
}

const semverTest = (name: keyof typeof COMPARISONS, value: Json | undefined): ValueTest | undefined => {
  const bound = parseSemver(value)
  const test = COMPARISONS[name]
  return (
    bound &&
    anyEntry((entry) => {
      const version = parseSemver(entry)
      return version !== undefined && test(compareSemver(version, bound))
    })
  )
}

const betweenTest = (value: Json | undefined): ValueTest | undefined => {
  const window = timeWindowTest(value)
  return (
    window &&
    anyEntry((entry) => {
      const ms = instantOf(entry)
      return !Number.isNaN(ms) && window(ms)
    })
  )
}

/**
 * Returns true if a text of the list matches the pattern. The length limit applies to the total length of the texts.
 */
const anyText = (list: readonly unknown[], pattern: (text: string) => boolean): boolean => {
  let remainingLength: number = VALUE_LIMITS.pattern
  const count = Math.min(list.length, VALUE_LIMITS.entries)
  for (let i = 0; i < count; i += 1) {
    const text = list[i]
    if (typeof text !== 'string' || text.length > remainingLength) continue
    remainingLength -= text.length
    if (pattern(text)) return true
  }
  return false
}

const patternTest = (value: Json | undefined, ignoresCase: boolean): ValueTest | undefined => {
  if (typeof value !== 'string') return undefined
  try {
    const pattern = compilePattern(value, { ignoresCase })
    return (value) => (Array.isArray(value) ? anyText(value, pattern) : typeof value === 'string' && pattern(value))
  } catch {
    return undefined
  }
}

const COMPILERS: Readonly<Record<string, (value: Json | undefined, ignoresCase: boolean) => ValueTest | undefined>> = {
  equals: (value, ignoresCase) => listTest([value], ignoresCase),
  notEquals: (value, ignoresCase) => negated(listTest([value], ignoresCase)),
  in: (value, ignoresCase) => (Array.isArray(value) ? listTest(value, ignoresCase) : undefined),
  notIn: (value, ignoresCase) => (Array.isArray(value) ? negated(listTest(value, ignoresCase)) : undefined),
  contains: (value, ignoresCase) => textTest('contains', value, ignoresCase),
  startsWith: (value, ignoresCase) => textTest('startsWith', value, ignoresCase),
  endsWith: (value, ignoresCase) => textTest('endsWith', value, ignoresCase),
  gt: (value) => orderTest('gt', numberOf(value), numberOf),
  gte: (value) => orderTest('gte', numberOf(value), numberOf),
  lt: (value) => orderTest('lt', numberOf(value), numberOf),
  lte: (value) => orderTest('lte', numberOf(value), numberOf),
  before: (value) => orderTest('lt', instantOf(value), instantOf),
  after: (value) => orderTest('gt', instantOf(value), instantOf),
  between: betweenTest,
  semverEq: (value) => semverTest('eq', value),
  semverGt: (value) => semverTest('gt', value),
  semverGte: (value) => semverTest('gte', value),
  semverLt: (value) => semverTest('lt', value),
  semverLte: (value) => semverTest('lte', value),
  cidr: (value) => {
    const test = cidrTest(Array.isArray(value) ? value : [value])
    return test && anyEntry(test)
  },
  regex: patternTest,
  exists: () => (value) => !isMissing(value),
}

const negated =
  (test: ValueTest): ValueTest =>
  (value) =>
    !test(value)

/** Compiles a condition on an attribute; undefined if its operator is unknown or its value is invalid. */
export const compileOperator = ({
  operator,
  value,
  caseInsensitive = false,
}: AttributeCondition): ValueTest | undefined =>
  Object.hasOwn(COMPILERS, operator) ? COMPILERS[operator]?.(value, caseInsensitive) : undefined
