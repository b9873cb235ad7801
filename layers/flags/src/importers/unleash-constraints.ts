import type { Condition, Operator } from '../definition.ts'
import { isCidr, parseSemver, patternProblem } from '../extend.ts'
import { MATCHES_NO_USER, membersOf, operatorOf, textOf, textsOf } from './import-result.ts'

const NAMES: Readonly<Record<string, string>> = { userId: 'user', sessionId: 'session', remoteAddress: 'ip' }

export const unleashAttribute = (name: string): string => (Object.hasOwn(NAMES, name) ? (NAMES[name] ?? name) : name)

const NUMBERS: Readonly<Record<string, Operator>> = { NUM_GT: 'gt', NUM_GTE: 'gte', NUM_LT: 'lt', NUM_LTE: 'lte' }
const TEXTS: Readonly<Record<string, Operator>> = {
  STR_CONTAINS: 'contains',
  STR_STARTS_WITH: 'startsWith',
  STR_ENDS_WITH: 'endsWith',
}
const SEMVERS: Readonly<Record<string, Operator>> = {
  SEMVER_EQ: 'semverEq',
  SEMVER_GT: 'semverGt',
  SEMVER_GTE: 'semverGte',
  SEMVER_LT: 'semverLt',
  SEMVER_LTE: 'semverLte',
}

const cleaned = (values: unknown): string[] =>
  textsOf(values)
    .filter((value) => value !== '')
    .map((value) => value.trim())

const numeric = (name: string, attribute: string, value: unknown): Condition | undefined => {
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
  const operator = operatorOf(NUMBERS, name)
  if (!operator) return undefined
  return Number.isNaN(bound) ? MATCHES_NO_USER : { attribute, operator, value: bound }
}

/** Unleash rejects versions that begin with a v, which the engine accepts. */
const version = (operator: Operator, attribute: string, value: unknown): Condition => {
  if (!parseSemver(value) || textOf(value).toLowerCase().startsWith('v')) return MATCHES_NO_USER
  return {
    all: [
      { attribute, operator, value: textOf(value) },
      { not: { attribute, operator: 'startsWith', value: ['v', 'V'] } },
    ],
  }
}

const dated = (operator: Operator, value: unknown): Condition => {
  const at = new Date(textOf(value))
  return Number.isNaN(at.getTime()) ? MATCHES_NO_USER : { attribute: 'currentTime', operator, value: at.toISOString() }
}

/**
 * Converts a constraint without its inversion; undefined for an unknown operator, which never matches, inverted or not.
 */
const plain = (constraint: Readonly<Record<string, unknown>>): Condition | undefined => {
  const { operator: name, value, values, caseInsensitive } = constraint
  const attribute = unleashAttribute(textOf(constraint.contextName))
  const operator = textOf(name)
  const folds = caseInsensitive === true ? { caseInsensitive: true } : {}
  const text = operatorOf(TEXTS, operator)
  if (text) return { attribute, operator: text, value: cleaned(values), ...folds }
  const semver = operatorOf(SEMVERS, operator)
  if (semver) return version(semver, attribute, value)
  if (operator === 'IN') return { attribute, operator: 'in', value: cleaned(values) }
  if (operator === 'NOT_IN') return { attribute, operator: 'notIn', value: cleaned(values) }
  if (operator === 'DATE_AFTER') return dated('after', value)
  if (operator === 'DATE_BEFORE') return dated('before', value)
  if (operator === 'REGEX') {
    const pattern = textOf(value)
    return pattern === '' || patternProblem(pattern) !== undefined
      ? MATCHES_NO_USER
      : { attribute, operator: 'regex', value: pattern, ...folds }
  }
  if (operator === 'IN_CIDR') {
    const networks = cleaned(values).filter(isCidr)
    return networks.length === 0 ? MATCHES_NO_USER : { attribute, operator: 'cidr', value: networks }
  }
  return numeric(operator, attribute, value)
}

/** Converts a constraint to a condition; undefined if it never matches in Unleash. */
export const unleashCondition = (constraint: unknown): Condition | undefined => {
  const members = membersOf(constraint)
  const condition = plain(members)
  return condition && members.inverted === true ? { not: condition } : condition
}
