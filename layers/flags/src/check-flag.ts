import { checkCanary } from './check-canary.ts'
import { checkCondition, checkPatterns } from './check-condition.ts'
import { checkOverrides, checkPrerequisites, checkRules, checkSchedule, type FlagFacts } from './check-parts.ts'
import { checkAllocation, checkStickiness, checkVariants, checkWeights } from './check-split.ts'
import { BUCKETINGS, type Condition, FLAG_TYPES, type FlagProblem, type FlagType } from './definition.ts'
import {
  checkBoolean,
  checkFields,
  checkList,
  checkOneOf,
  checkPercentage,
  checkText,
  checkWellFormed,
  type Fields,
  fieldPath,
  isObject,
  mustBe,
  problemList,
  type Report,
} from './problem-list.ts'

const FLAG_FIELDS = [
  'key',
  'type',
  'description',
  'tags',
  'metadata',
  'enabled',
  'archived',
  'percentage',
  'variants',
  'rules',
  'default',
  'by',
  'salt',
  'bucketing',
  'experiment',
  'allocation',
  'overrides',
  'prerequisites',
  'schedule',
  'canary',
  'version',
  'createdAt',
  'updatedAt',
]

const checkKey = (value: unknown, field: string, report: Report): void => {
  if (!checkText(value, field, { max: 200 }, report)) return
  if (value.trim() !== value) report(field, 'must not begin or end with a space')
  if (value === '.' || value === '..') report(field, 'must not be . or .., because URL paths cannot contain them')
}

const checkMetadata = (metadata: unknown, report: Report): void => {
  if (!isObject(metadata)) {
    report('metadata', mustBe('an object', metadata))
    return
  }
  const entries = Object.entries(metadata)
  if (entries.length > 50) report('metadata', 'must have at most 50 fields')
  for (const [name, value] of entries) {
    checkWellFormed(name, fieldPath('metadata', name), report)
    if (typeof value === 'string') checkWellFormed(value, fieldPath('metadata', name), report)
    const isShort = typeof value === 'string' && value.length <= 1000
    if (!isShort && typeof value !== 'boolean' && !Number.isFinite(value)) {
      report(fieldPath('metadata', name), mustBe('text of at most 1000 characters, a number, true or false', value))
    }
  }
}

const checkDescription = ({ description, tags }: Fields, report: Report): void => {
  if (description !== undefined && (typeof description !== 'string' || description.length > 2000)) {
    report('description', mustBe('text of at most 2000 characters', description))
  } else if (description !== undefined) checkWellFormed(description, 'description', report)
  if (tags === undefined) return
  for (const [i, tag] of (checkList(tags, 'tags', { max: 50 }, report) ?? []).entries()) {
    checkText(tag, fieldPath('tags', i), { max: 100 }, report)
  }
}

const checkTypeFields = (flag: Fields, type: FlagType, report: Report): FlagFacts => {
  const { enabled, percentage, variants, allocation } = flag
  if (enabled !== undefined || type === 'boolean') checkBoolean(enabled, 'enabled', report)
  if (percentage !== undefined || type === 'percentage') checkPercentage(percentage, 'percentage', report)
  if (type !== 'variant') {
    if (variants !== undefined) report('variants', `is only for flags of type variant; this flag is ${type}`)
    if (allocation !== undefined) report('allocation', `is only for flags of type variant; this flag is ${type}`)
    return { type, variants: [] }
  }
  const keys = checkVariants(variants, 'variants', report)
  // With 0 percent, the weights have no effect: only rules return variants.
  if (percentage !== 0) checkWeights(variants, 'variants', report)
  if (allocation !== undefined) checkAllocation(allocation, 'allocation', keys, report)
  return { type, variants: keys }
}

const checkDefault = (value: unknown, { type, variants }: FlagFacts, report: Report): void => {
  if (value === undefined) return
  if (type !== 'variant') checkBoolean(value, 'default', report)
  else if (typeof value !== 'string' || !variants.includes(value)) {
    report('default', mustBe(`the key of a variant: ${variants.slice(0, 10).join(', ')}`, value))
  }
}

const checkVersion = (version: unknown, report: Report): void => {
  if (version !== undefined && !(Number.isSafeInteger(version) && Number(version) >= 0)) {
    report('version', mustBe('an integer of at least 0', version))
  }
}

const checkSettings = ({ version, archived, experiment, bucketing, canary }: Fields, report: Report): void => {
  checkVersion(version, report)
  if (archived !== undefined) checkBoolean(archived, 'archived', report)
  if (experiment !== undefined) checkText(experiment, 'experiment', { max: 200 }, report)
  if (
    experiment !== undefined &&
    bucketing !== undefined &&
    bucketing !== 'v1' &&
    BUCKETINGS.includes(bucketing as 'v1')
  ) {
    report('experiment', `is only for bucketing v1; with ${bucketing}, give the flags the same salt`)
  }
  if (canary !== undefined) checkCanary(canary, 'canary', report)
}

/**
 * Returns every rule that a flag breaks, with the path of the field and the fix; an empty list for a valid flag.
 * With an unknown type, rules that depend on the type are not checked.
 * Accepts the input form and the stored form: only `key` and `type` are always required. Boolean flags also require
 * `enabled`, percentage flags `percentage`, and variant flags `variants`. A valid flag can be evaluated in bounded time.
 */
export const checkFlag = (input: unknown): readonly FlagProblem[] => {
  const { problems, report } = problemList()
  const flag = checkFields(input, '', FLAG_FIELDS, report)
  if (!flag) return problems
  checkKey(flag.key, 'key', report)
  checkDescription(flag, report)
  if (flag.metadata !== undefined) checkMetadata(flag.metadata, report)
  checkSettings(flag, report)
  checkStickiness(flag, '', report)
  const type = flag.type
  if (!checkOneOf(type, 'type', FLAG_TYPES, report)) return problems
  const facts = checkTypeFields(flag, type as FlagType, report)
  checkDefault(flag.default, facts, report)
  if (flag.rules !== undefined) checkRules(flag.rules, 'rules', facts, report)
  if (flag.overrides !== undefined) checkOverrides(flag.overrides, 'overrides', facts, report)
  if (flag.prerequisites !== undefined) checkPrerequisites(flag.prerequisites, flag.key, report)
  if (flag.schedule !== undefined) checkSchedule(flag.schedule, facts, report)
  return problems
}

/** Returns every rule that a segment breaks, in the form of `checkFlag`. */
export const checkSegment = (input: unknown): readonly FlagProblem[] => {
  const { problems, report } = problemList()
  const segment = checkFields(input, '', ['key', 'description', 'when', 'version'], report)
  if (!segment) return problems
  checkKey(segment.key, 'key', report)
  checkDescription({ description: segment.description }, report)
  checkVersion(segment.version, report)
  checkCondition(segment.when, 'when', { segments: false }, report)
  if (problems.length === 0) checkPatterns([segment.when as Condition], 'when', report)
  return problems
}

export { PATTERN_STATES_MAX, patternStates } from './pattern-states.ts'
export { PREREQUISITE_DEPTH_MAX, tooDeepFlags } from './prerequisite-depth.ts'
