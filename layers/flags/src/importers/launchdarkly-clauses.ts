import type { Condition, Json, Operator } from '../definition.ts'
import { parseSemver } from '../extend.ts'
import { fieldsOf, listOf, operatorOf, samePattern, textOf, textsOf, UnsupportedFlag } from './import-result.ts'

/** Returns the attribute name for a LaunchDarkly attribute; `/a/b` refers to the field `b` of the object `a`. */
export const launchDarklyAttribute = (reference: string): string => {
  if (reference === 'key') return 'user'
  if (!reference.startsWith('/')) return reference
  const steps = reference.slice(1).split('/')
  if (steps.some((step) => step.includes('.') || step.includes('~')))
    throw new UnsupportedFlag(`an attribute is ${reference}`)
  return steps.join('.')
}

const TEXT_OPERATORS: Readonly<Record<string, Operator>> = {
  startsWith: 'startsWith',
  endsWith: 'endsWith',
  contains: 'contains',
}
const ORDER_OPERATORS: Readonly<Record<string, Operator>> = {
  lessThan: 'lt',
  lessThanOrEqual: 'lte',
  greaterThan: 'gt',
  greaterThanOrEqual: 'gte',
}
const DATE_OPERATORS: Readonly<Record<string, Operator>> = { before: 'before', after: 'after' }
const VERSION_OPERATORS: Readonly<Record<string, Operator>> = {
  semVerEqual: 'semverEq',
  semVerLessThan: 'semverLt',
  semVerGreaterThan: 'semverGt',
}

const instantOf = (value: unknown): string => {
  const date = new Date(typeof value === 'number' ? value : textOf(value))
  if (Number.isNaN(date.getTime())) throw new UnsupportedFlag(`a clause compares with ${value}, which is not a date`)
  return date.toISOString()
}

const comparison = (attribute: string, op: string, value: unknown): Condition => {
  const order = operatorOf(ORDER_OPERATORS, op)
  if (order && typeof value === 'number') return { attribute, operator: order, value }
  const date = operatorOf(DATE_OPERATORS, op)
  if (date) return { attribute, operator: date, value: instantOf(value) }
  const version = operatorOf(VERSION_OPERATORS, op)
  if (version && parseSemver(value) && !textOf(value).startsWith('v')) {
    // LaunchDarkly rejects versions that begin with a v.
    return {
      all: [
        { attribute, operator: version, value: textOf(value) },
        { not: { attribute, operator: 'startsWith', value: ['v', 'V'] } },
      ],
    }
  }
  if (op === 'matches') return { attribute, operator: 'regex', value: samePattern(value) }
  throw new UnsupportedFlag(`a clause has ${op} ${JSON.stringify(value)}`)
}

const anyValueCondition = (attribute: string, op: string, values: readonly unknown[]): Condition => {
  if (op === 'in' && values.every((value) => ['string', 'number', 'boolean'].includes(typeof value))) {
    return { attribute, operator: 'in', value: values as Json[] }
  }
  const text = operatorOf(TEXT_OPERATORS, op)
  if (text && values.every((value) => typeof value === 'string')) {
    return { attribute, operator: text, value: values as string[] }
  }
  return { any: values.map((value) => comparison(attribute, op, value)) }
}

/** Converts a clause to a condition. `segmentOf` returns the key of an imported segment. @throws UnsupportedFlag */
export const launchDarklyClause = (clause: unknown, segmentOf: (key: string) => string): Condition => {
  const { attribute, op, values, negate, contextKind = 'user' } = fieldsOf(clause)
  if (op === 'segmentMatch') {
    const inAnySegment: Condition = { any: textsOf(values).map((key) => ({ segment: segmentOf(key) })) }
    return negate === true ? { not: inAnySegment } : inAnySegment
  }
  if (contextKind !== 'user') throw new UnsupportedFlag(`a clause is about the context kind ${contextKind}`)
  const name = launchDarklyAttribute(textOf(attribute))
  const condition = anyValueCondition(name, textOf(op), listOf(values))
  // Without the attribute, no clause matches, negated or not.
  return negate === true ? { all: [{ attribute: name, operator: 'exists' }, { not: condition }] } : condition
}
