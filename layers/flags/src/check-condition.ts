import { type Condition, OPERATORS, type Operator } from './definition.ts'
import { isCidr } from './operators/cidr.ts'
import { isSemver } from './operators/semver.ts'
import { isTimeWindow } from './operators/time-window.ts'
import { patternProblem } from './pattern/compile-pattern.ts'
import { PATTERN_STATES_MAX, statesIn } from './pattern-states.ts'
import {
  checkBoolean,
  checkJson,
  checkList,
  checkOneOf,
  checkText,
  type Fields,
  fieldPath,
  isInstant,
  isObject,
  mustBe,
  type Report,
} from './problem-list.ts'

/** Limits on the size of a condition, which bound its evaluation time. */
export const CONDITION_LIMITS = {
  depth: 10,
  nodes: 1000,
  values: 10_000,
  texts: 1000,
  patternLength: 1000,
} as const

const NUMBER_OPERATORS: readonly Operator[] = ['gt', 'gte', 'lt', 'lte']
const TEXT_OPERATORS: readonly Operator[] = ['contains', 'startsWith', 'endsWith']
const SEMVER_OPERATORS: readonly Operator[] = ['semverEq', 'semverGt', 'semverGte', 'semverLt', 'semverLte']
const CASE_OPERATORS: readonly Operator[] = ['equals', 'notEquals', 'in', 'notIn', 'regex', ...TEXT_OPERATORS]

const isScalar = (value: unknown): boolean =>
  ['string', 'boolean'].includes(typeof value) || Number.isFinite(value) || value === null

const VALUE_RULES: Partial<Record<Operator, readonly [rule: string, isGood: (value: unknown) => boolean]>> = {
  ...Object.fromEntries(
    NUMBER_OPERATORS.map((name) => [name, ['a number', (value: unknown) => Number.isFinite(value)]]),
  ),
  ...Object.fromEntries(TEXT_OPERATORS.map((name) => [name, ['text', (value: unknown) => typeof value === 'string']])),
  ...Object.fromEntries(SEMVER_OPERATORS.map((name) => [name, ['a semantic version as in 1.4.0', isSemver]])),
  equals: ['text, a number, true, false or null', isScalar],
  notEquals: ['text, a number, true, false or null', isScalar],
  in: ['text, a number, true, false or null', isScalar],
  notIn: ['text, a number, true, false or null', isScalar],
  before: ['an instant as in 2026-12-24T18:00:00Z', isInstant],
  after: ['an instant as in 2026-12-24T18:00:00Z', isInstant],
  between: [
    'two instants { from, to }, or a time of day { from: "09:00", to: "17:00", days?: ["mon", …], timezone?: "Europe/Berlin" }',
    isTimeWindow,
  ],
  cidr: ['an address or a network as in 10.0.0.0/8 or 2001:db8::/32', isCidr],
}

const LIST_ONLY_OPERATORS: readonly Operator[] = ['in', 'notIn']
const LIST_OPERATORS: readonly Operator[] = [...LIST_ONLY_OPERATORS, ...TEXT_OPERATORS, 'cidr']

const checkPattern = (value: unknown, field: string, report: Report): void => {
  if (!checkText(value, field, { max: CONDITION_LIMITS.patternLength }, report)) return
  const problem = patternProblem(value)
  if (problem !== undefined) report(field, `is not an RE2 pattern: it ${problem}`)
}

const checkValue = (operator: Operator, value: unknown, field: string, report: Report): void => {
  if (operator === 'exists') {
    if (value !== undefined) report(field, 'must be absent with the operator exists; to negate, use { not: … }')
    return
  }
  if (operator === 'regex') {
    checkPattern(value, field, report)
    return
  }
  const [rule, isValid] = VALUE_RULES[operator] ?? ['JSON', () => true]
  if (!LIST_OPERATORS.includes(operator) || (!LIST_ONLY_OPERATORS.includes(operator) && !Array.isArray(value))) {
    if (!isValid(value)) report(field, mustBe(rule, value))
    return
  }
  const max = TEXT_OPERATORS.includes(operator) ? CONDITION_LIMITS.texts : CONDITION_LIMITS.values
  for (const [i, each] of (checkList(value, field, { max }, report) ?? []).entries()) {
    if (!isValid(each)) report(fieldPath(field, i), mustBe(rule, each))
  }
}

const checkAttribute = (condition: Fields, field: string, report: Report): void => {
  checkText(condition.attribute, fieldPath(field, 'attribute'), { max: 100 }, report)
  const operator = condition.operator
  if (!checkOneOf(operator, fieldPath(field, 'operator'), OPERATORS, report)) return
  const name = operator as Operator
  const value = condition.value
  // Allows about 1,000 characters per value: checkJson counts 32 characters as one node.
  checkJson(value ?? null, fieldPath(field, 'value'), CONDITION_LIMITS.values * 34, report)
  checkValue(name, value, fieldPath(field, 'value'), report)
  if (condition.caseInsensitive !== undefined) {
    checkBoolean(condition.caseInsensitive, fieldPath(field, 'caseInsensitive'), report)
    if (!CASE_OPERATORS.includes(name))
      report(fieldPath(field, 'caseInsensitive'), `has no effect with the operator ${name}`)
  }
}

const CONDITION_KINDS = ['attribute', 'segment', 'all', 'any', 'not'] as const
const ATTRIBUTE_FIELDS = ['attribute', 'operator', 'value', 'caseInsensitive']

interface ConditionWalk {
  readonly report: Report
  /** True if the condition may contain a segment. Segments do not use segments. */
  readonly allowsSegments: boolean
  nodes: number
}

const conditionKindOf = (
  value: Fields,
  field: string,
  extra: readonly string[],
  report: Report,
): string | undefined => {
  const [kind, ...others] = CONDITION_KINDS.filter((name) => value[name] !== undefined)
  if (kind === undefined || others.length > 0) {
    report(field, `must have exactly one of ${CONDITION_KINDS.join(', ')}; combine with { all: [ … ] }`)
    return undefined
  }
  const allowed = [...(kind === 'attribute' ? ATTRIBUTE_FIELDS : [kind]), ...extra]
  for (const name of Object.keys(value)) {
    if (!allowed.includes(name)) report(fieldPath(field, name), `is unknown; allowed fields: ${allowed.join(', ')}`)
  }
  return kind
}

const isTooLarge = (field: string, depth: number, walk: ConditionWalk): boolean => {
  walk.nodes += 1
  const { depth: maxDepth, nodes: maxNodes } = CONDITION_LIMITS
  if (depth > maxDepth) walk.report(field, `is nested deeper than ${maxDepth}`)
  if (walk.nodes === maxNodes + 1) {
    walk.report(field, `has more than ${maxNodes} parts: use the operator in with a list, or a segment`)
  }
  return depth > maxDepth || walk.nodes > maxNodes
}

const checkNode = (
  value: unknown,
  field: string,
  extra: readonly string[],
  depth: number,
  walk: ConditionWalk,
): void => {
  const { report } = walk
  if (isTooLarge(field, depth, walk)) return
  if (!isObject(value)) {
    report(field, mustBe('a condition', value))
    return
  }
  const kind = conditionKindOf(value, field, extra, report)
  if (kind === undefined) return
  const path = fieldPath(field, kind)
  if (kind === 'attribute') checkAttribute(value, field, report)
  else if (kind === 'not') checkNode(value.not, path, [], depth + 1, walk)
  else if (kind === 'segment') {
    if (walk.allowsSegments) checkText(value.segment, path, { max: 200 }, report)
    else report(path, 'is not allowed in a segment: write the conditions out')
  } else {
    const children = checkList(value[kind], path, { max: CONDITION_LIMITS.nodes }, report) ?? []
    for (const [i, each] of children.entries()) checkNode(each, fieldPath(path, i), [], depth + 1, walk)
  }
}

/** Reports patterns that together take too long to match. The conditions must have passed `checkCondition`. */
export const checkPatterns = (conditions: readonly Condition[], field: string, report: Report): void => {
  const states = statesIn(conditions)
  if (states <= PATTERN_STATES_MAX) return
  report(
    field,
    `must have patterns of at most ${PATTERN_STATES_MAX} states in total, not ${states}: use fewer repetitions`,
  )
}

/** Reports problems of a condition. `extra` lists additional fields that are allowed. */
export const checkCondition = (
  value: unknown,
  field: string,
  { extra = [], segments = true }: { readonly extra?: readonly string[]; readonly segments?: boolean },
  report: Report,
): void => checkNode(value, field, extra, 0, { report, allowsSegments: segments, nodes: 0 })
