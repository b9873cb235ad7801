import type { Condition, Operator } from '../definition.ts'
import { isCidr, parseSemver, patternProblem } from '../extend.ts'
import { fieldsOf, MATCHES_NO_USER, operatorOf, textOf, textsOf } from './import-result.ts'

const ATTRIBUTE_NAMES: Readonly<Record<string, string>> = { userId: 'user', sessionId: 'session', remoteAddress: 'ip' }

export const unleashAttribute = (name: string): string =>
  Object.hasOwn(ATTRIBUTE_NAMES, name) ? (ATTRIBUTE_NAMES[name] ?? name) : name

const NUMBER_OPERATORS: Readonly<Record<string, Operator>> = {
  NUM_GT: 'gt',
  NUM_GTE: 'gte',
  NUM_LT: 'lt',
  NUM_LTE: 'lte',
}
const TEXT_OPERATORS: Readonly<Record<string, Operator>> = {
  STR_CONTAINS: 'contains',
  STR_STARTS_WITH: 'startsWith',
  STR_ENDS_WITH: 'endsWith',
}
const SEMVER_OPERATORS: Readonly<Record<string, Operator>> = {
  SEMVER_EQ: 'semverEq',
  SEMVER_GT: 'semverGt',
  SEMVER_GTE: 'semverGte',
  SEMVER_LT: 'semverLt',
  SEMVER_LTE: 'semverLte',
}

const trimmedTexts = (values: unknown): string[] =>
  textsOf(values)
    .filter((value) => value !== '')
    .map((value) => value.trim())

const numberCondition = (name: string, attribute: string, value: unknown): Condition | undefined => {
  const bound = Number(value)
  if (name === 'NUM_EQ') {
    if (Number.isNaN(bound)) return MATCHES_NO_USER
    return {
      all: [
        { attribute, operator: 'gte', value: bound },
        { attribute, operator: 'lte', value: bound },
      ],
    }
  }
  const operator = operatorOf(NUMBER_OPERATORS, name)
  if (!operator) return undefined
  return Number.isNaN(bound) ? MATCHES_NO_USER : { attribute, operator, value: bound }
}

/** Excludes versions that begin with a v: Unleash rejects them, but the engine accepts them. */
const versionCondition = (operator: Operator, attribute: string, value: unknown): Condition => {
  if (!parseSemver(value) || textOf(value).toLowerCase().startsWith('v')) return MATCHES_NO_USER
  return {
    all: [
      { attribute, operator, value: textOf(value) },
      { not: { attribute, operator: 'startsWith', value: ['v', 'V'] } },
    ],
  }
}

const dateCondition = (operator: Operator, value: unknown): Condition => {
  const date = new Date(textOf(value))
  return Number.isNaN(date.getTime())
    ? MATCHES_NO_USER
    : { attribute: 'currentTime', operator, value: date.toISOString() }
}

/**
 * Converts a constraint without its inversion. Returns undefined for an unknown operator, which never matches, even if
 * inverted.
 */
const conditionWithoutInversion = (constraint: Readonly<Record<string, unknown>>): Condition | undefined => {
  const { operator: name, value, values, caseInsensitive } = constraint
  const attribute = unleashAttribute(textOf(constraint.contextName))
  const operator = textOf(name)
  const caseOption = caseInsensitive === true ? { caseInsensitive: true } : {}
  const text = operatorOf(TEXT_OPERATORS, operator)
  if (text) return { attribute, operator: text, value: trimmedTexts(values), ...caseOption }
  const semver = operatorOf(SEMVER_OPERATORS, operator)
  if (semver) return versionCondition(semver, attribute, value)
  if (operator === 'IN') return { attribute, operator: 'in', value: trimmedTexts(values) }
  if (operator === 'NOT_IN') return { attribute, operator: 'notIn', value: trimmedTexts(values) }
  if (operator === 'DATE_AFTER') return dateCondition('after', value)
  if (operator === 'DATE_BEFORE') return dateCondition('before', value)
  if (operator === 'REGEX') {
    const pattern = textOf(value)
    return pattern === '' || patternProblem(pattern) !== undefined
      ? MATCHES_NO_USER
      : { attribute, operator: 'regex', value: pattern, ...caseOption }
  }
  if (operator === 'IN_CIDR') {
    const networks = trimmedTexts(values).filter(isCidr)
    return networks.length === 0 ? MATCHES_NO_USER : { attribute, operator: 'cidr', value: networks }
  }
  return numberCondition(operator, attribute, value)
}

/** Converts a constraint to a condition; undefined if it never matches in Unleash. */
export const unleashCondition = (constraint: unknown): Condition | undefined => {
  const members = fieldsOf(constraint)
  const condition = conditionWithoutInversion(members)
  return condition && members.inverted === true ? { not: condition } : condition
}
