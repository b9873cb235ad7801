import type { AttributeCondition, Condition, EvaluationContext, Segment } from '../definition.ts'
import { attributeReader, momentOf } from './attribute.ts'
import { compileOperator, type ValueTest } from './compile-operator.ts'

export type ContextTest = (context: EvaluationContext) => boolean

export type SegmentTests = (key: string) => ContextTest | undefined

export interface ConditionParts {
  readonly now: () => number
  readonly segmentTests: SegmentTests
}

const always: ContextTest = () => true
const never: ContextTest = () => false

/** A comparison of one attribute with a text (`equals`) or a set of texts (`in`), which needs no function call. */
export interface PlainComparison {
  readonly attribute: string
  readonly text: string | undefined
  readonly texts: ReadonlySet<unknown> | undefined
  /** Tests values that are not text. */
  readonly otherwise: ValueTest
}

/** Returns the comparison of a condition that compares an attribute with texts, the most common condition. */
export const plainComparison = (condition: Condition): PlainComparison | undefined => {
  if (!('attribute' in condition)) return undefined
  const { attribute, operator, value, caseInsensitive } = condition
  const isPlainAttribute = attribute !== 'currentTime' && !attribute.includes('.') && !(attribute in Object.prototype)
  const otherwise = isPlainAttribute && caseInsensitive !== true ? compileOperator(condition) : undefined
  if (!otherwise) return undefined
  if (operator === 'equals' && typeof value === 'string') return { attribute, text: value, texts: undefined, otherwise }
  if (operator !== 'in' || !Array.isArray(value) || !value.every((each) => typeof each === 'string')) return undefined
  return { attribute, text: undefined, texts: new Set<unknown>(value), otherwise }
}

const attributeTest = (condition: AttributeCondition, { now }: ConditionParts): ContextTest | undefined => {
  const test = compileOperator(condition)
  if (!test) return undefined
  const { attribute } = condition
  if (attribute === 'currentTime') return (context) => test(momentOf(context, now))
  const read = attributeReader(attribute)
  return (context) => test(read(context))
}

const allOf = (tests: readonly ContextTest[]): ContextTest => {
  const [first, second] = tests
  if (!first) return always
  if (!second) return first
  if (tests.length === 2) return (context) => first(context) && second(context)
  return (context) => {
    for (let i = 0; i < tests.length; i += 1) if (tests[i]?.(context) === false) return false
    return true
  }
}

const someOf = (tests: readonly ContextTest[]): ContextTest => {
  const [first] = tests
  if (!first) return never
  if (tests.length === 1) return first
  return (context) => {
    for (let i = 0; i < tests.length; i += 1) if (tests[i]?.(context) === true) return true
    return false
  }
}

/** Greater than the depth of any condition that passes `checkCondition`. */
const MAX_DEPTH = 30

/**
 * Compiles a condition to a test. Returns undefined for an invalid condition (unknown operator, invalid value, missing
 * segment), which matches no user. Its negation matches no user either.
 */
export const compileCondition = (condition: Condition, parts: ConditionParts, depth = 0): ContextTest | undefined => {
  if (depth > MAX_DEPTH || typeof condition !== 'object' || condition === null) return undefined
  if ('all' in condition) {
    const tests = condition.all.map((each) => compileCondition(each, parts, depth + 1))
    return tests.every((test) => test !== undefined) ? allOf(tests) : undefined
  }
  if ('any' in condition) {
    const tests = condition.any.map((each) => compileCondition(each, parts, depth + 1))
    const valid = tests.filter((test) => test !== undefined)
    return tests.length > 0 && valid.length === 0 ? undefined : someOf(valid)
  }
  if ('not' in condition) {
    const test = compileCondition(condition.not, parts, depth + 1)
    return test && ((context) => !test(context))
  }
  if ('segment' in condition) return parts.segmentTests(condition.segment)
  return attributeTest(condition, parts)
}

/**
 * Compiles each segment at most once, however many rules use it; otherwise a large segment would take its memory once
 * per rule. Segments do not use segments.
 */
export const segmentTests = (segments: readonly Segment[], now: () => number): SegmentTests => {
  const byKey = new Map(segments.map((segment) => [segment.key, segment]))
  const compiled = new Map<string, ContextTest | undefined>()
  return (key) => {
    const segment = byKey.get(key)
    if (!segment || compiled.has(key)) return compiled.get(key)
    const test = compileCondition(segment.when, { now, segmentTests: () => undefined })
    compiled.set(key, test)
    return test
  }
}
