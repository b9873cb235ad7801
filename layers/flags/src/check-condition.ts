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
  checkText,
  checkWord,
  isInstant,
  isMembers,
  type Members,
  mustBe,
  type Report,
  within,
} from './problem-list.ts'

/** Limits on the size of a condition, which bound its evaluation time. */
export const CONDITION_LIMITS = {
  depth: 10,
  nodes: 1000,
  values: 10_000,
  texts: 1000,
  patternLength: 1000,
} as const

const NUMBERS: readonly Operator[] = ['gt', 'gte', 'lt', 'lte']
const TEXTS: readonly Operator[] = ['contains', 'startsWith', 'endsWith']
const SEMVERS: readonly Operator[] = ['semverEq', 'semverGt', 'semverGte', 'semverLt', 'semverLte']
const CASES: readonly Operator[] = ['equals', 'notEquals', 'in', 'notIn', 'regex', ...TEXTS]

const isScalar = (value: unknown): boolean =>
  ['string', 'boolean'].includes(typeof value) || Number.isFinite(value) || value === null

const VALUE_RULES: Partial<Record<Operator, readonly [rule: string, isGood: (value: unknown) => boolean]>> = {
  ...Object.fromEntries(NUMBERS.map((name) => [name, ['a number', (value: unknown) => Number.isFinite(value)]])),
  ...Object.fromEntries(TEXTS.map((name) => [name, ['text', (value: unknown) => typeof value === 'string']])),
  ...Object.fromEntries(SEMVERS.map((name) => [name, ['a semantic version as in 1.4.0', isSemver]])),
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

const NEEDS_LIST: readonly Operator[] = ['in', 'notIn']
const TAKES_LIST: readonly Operator[] = [...NEEDS_LIST, ...TEXTS, 'cidr']

const checkPattern = (value: unknown, field: string, report: Report): void => {
  if (!checkText(value, field, { max: CONDITION_LIMITS.patternLength }, report)) return
  const problem = patternProblem(value)
  if (problem !== undefined) report(field, `is not an RE2 pattern: it ${problem}`)
}

const checkValue = (operator: Operator, value: unknown, field: string, report: Report): void => {
  if (operator === 'exists') {
    if (value !== undefined) report(field, 'must be absent with exists; negate with { not: … }')
    return
  }
  if (operator === 'regex') {
    checkPattern(value, field, report)
    return
  }
  const [rule, isGood] = VALUE_RULES[operator] ?? ['JSON', () => true]
  if (!TAKES_LIST.includes(operator) || (!NEEDS_LIST.includes(operator) && !Array.isArray(value))) {
    if (!isGood(value)) report(field, mustBe(rule, value))
    return
  }
  const max = TEXTS.includes(operator) ? CONDITION_LIMITS.texts : CONDITION_LIMITS.values
  for (const [i, each] of (checkList(value, field, { max }, report) ?? []).entries()) {
    if (!isGood(each)) report(within(field, i), mustBe(rule, each))
  }
}

const checkAttribute = (condition: Members, field: string, report: Report): void => {
  checkText(condition.attribute, within(field, 'attribute'), { max: 100 }, report)
  const operator = condition.operator
  if (!checkWord(operator, within(field, 'operator'), OPERATORS, report)) return
  const name = operator as Operator
  const value = condition.value
  checkJson(value ?? null, within(field, 'value'), CONDITION_LIMITS.values * 34, report)
  checkValue(name, value, within(field, 'value'), report)
  if (condition.caseInsensitive !== undefined) {
    checkBoolean(condition.caseInsensitive, within(field, 'caseInsensitive'), report)
    if (!CASES.includes(name)) report(within(field, 'caseInsensitive'), `has no effect with ${name}`)
  }
}

const FORMS = ['attribute', 'segment', 'all', 'any', 'not'] as const
const ATTRIBUTE_MEMBERS = ['attribute', 'operator', 'value', 'caseInsensitive']

interface Walk {
  readonly report: Report
  /** True if the condition may contain a segment. Segments do not use segments. */
  readonly segments: boolean
  nodes: number
}

const formOf = (value: Members, field: string, extra: readonly string[], report: Report): string | undefined => {
  const [form, ...more] = FORMS.filter((name) => value[name] !== undefined)
  if (form === undefined || more.length > 0) {
    report(field, `must have exactly one of ${FORMS.join(', ')}; combine with { all: [ … ] }`)
    return undefined
  }
  const members = [...(form === 'attribute' ? ATTRIBUTE_MEMBERS : [form]), ...extra]
  for (const name of Object.keys(value)) {
    if (!members.includes(name)) report(within(field, name), `is unknown; allowed members: ${members.join(', ')}`)
  }
  return form
}

const isTooLarge = (field: string, depth: number, walk: Walk): boolean => {
  walk.nodes += 1
  const { depth: maxDepth, nodes: maxNodes } = CONDITION_LIMITS
  if (depth > maxDepth) walk.report(field, `is nested deeper than ${maxDepth}`)
  if (walk.nodes === maxNodes + 1) {
    walk.report(field, `has more than ${maxNodes} parts: use in with a list, or a segment`)
  }
  return depth > maxDepth || walk.nodes > maxNodes
}

const visit = (value: unknown, field: string, extra: readonly string[], depth: number, walk: Walk): void => {
  const { report } = walk
  if (isTooLarge(field, depth, walk)) return
  if (!isMembers(value)) {
    report(field, mustBe('a condition', value))
    return
  }
  const form = formOf(value, field, extra, report)
  if (form === undefined) return
  const at = within(field, form)
  if (form === 'attribute') checkAttribute(value, field, report)
  else if (form === 'not') visit(value.not, at, [], depth + 1, walk)
  else if (form === 'segment') {
    if (walk.segments) checkText(value.segment, at, { max: 200 }, report)
    else report(at, 'is not allowed in a segment: write the conditions out')
  } else {
    const parts = checkList(value[form], at, { max: CONDITION_LIMITS.nodes }, report) ?? []
    for (const [i, each] of parts.entries()) visit(each, within(at, i), [], depth + 1, walk)
  }
}

/** Reports patterns that together cannot be matched in time. The conditions must have passed their check. */
export const checkPatterns = (conditions: readonly Condition[], field: string, report: Report): void => {
  const states = statesIn(conditions)
  if (states <= PATTERN_STATES_MAX) return
  report(field, `must have patterns of at most ${PATTERN_STATES_MAX} states in total, not ${states}: repeat less`)
}

/** Reports problems of a condition. `extra` lists additional members that are allowed. */
export const checkCondition = (
  value: unknown,
  field: string,
  { extra = [], segments = true }: { readonly extra?: readonly string[]; readonly segments?: boolean },
  report: Report,
): void => visit(value, field, extra, 0, { report, segments, nodes: 0 })
