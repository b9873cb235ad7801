import { checkCondition, checkPatterns } from './check-condition.ts'
import { checkAllocation, checkRollout, checkSplit, checkVariants, checkWeights } from './check-split.ts'
import type { FlagType, Rule } from './definition.ts'
import {
  checkBoolean,
  checkFields,
  checkList,
  checkPercentage,
  checkText,
  checkWellFormed,
  type Fields,
  fieldPath,
  isInstant,
  isObject,
  mustBe,
  type Report,
} from './problem-list.ts'

/** Limits on the parts of a flag, which bound its size and its evaluation time. */
export const FLAG_LIMITS = { rules: 200, overrides: 10_000, prerequisites: 20, schedule: 50 } as const

/** The type of a flag and the keys of its variants, which the checks of its parts need. */
export interface FlagFacts {
  readonly type: FlagType
  readonly variants: readonly string[]
}

const checkResult = (value: unknown, field: string, { type, variants }: FlagFacts, report: Report): void => {
  if (type !== 'variant') checkBoolean(value, field, report)
  else if (typeof value !== 'string' || !variants.includes(value)) {
    report(field, mustBe(`the key of a variant: ${variants.slice(0, 10).join(', ')}`, value))
  }
}

const RULE_FIELDS = ['id', 'result', 'rollout', 'split']

const checkRule = (value: unknown, field: string, facts: FlagFacts, ids: Set<string>, report: Report): void => {
  checkCondition(value, field, { extra: RULE_FIELDS }, report)
  if (!isObject(value)) return
  const { id, result, rollout, split } = value
  if (id !== undefined && checkText(id, fieldPath(field, 'id'), { max: 100 }, report)) {
    if (ids.has(id)) report(fieldPath(field, 'id'), `must be unique; "${id}" is repeated`)
    ids.add(id)
  }
  if (rollout !== undefined) checkRollout(rollout, fieldPath(field, 'rollout'), report)
  if ((rollout !== undefined || split !== undefined) && id === undefined) {
    report(fieldPath(field, 'id'), 'is required with rollout or split: the selection of users depends on it')
  }
  if (split !== undefined) {
    if (facts.type !== 'variant')
      report(fieldPath(field, 'split'), `is only for flags of type variant; this flag is ${facts.type}`)
    if (result !== undefined) report(fieldPath(field, 'split'), 'cannot be combined with result: remove one of them')
    checkSplit(split, fieldPath(field, 'split'), report)
  }
  if (result !== undefined) checkResult(result, fieldPath(field, 'result'), facts, report)
}

export const checkRules = (value: unknown, field: string, facts: FlagFacts, report: Report): void => {
  const ids = new Set<string>()
  let isValid = Array.isArray(value)
  const reportInvalid: Report = (path, message) => {
    isValid = false
    report(path, message)
  }
  for (const [i, rule] of (checkList(value, field, { max: FLAG_LIMITS.rules }, reportInvalid) ?? []).entries()) {
    checkRule(rule, fieldPath(field, i), facts, ids, reportInvalid)
  }
  if (isValid) checkPatterns(value as readonly Rule[], field, report)
}

export const checkOverrides = (value: unknown, field: string, facts: FlagFacts, report: Report): void => {
  const overrides = checkFields(value, field, ['tenants', 'users'], report)
  for (const [name, entries] of Object.entries(overrides ?? {})) {
    const path = fieldPath(field, name)
    if (!isObject(entries)) {
      report(path, mustBe('an object with IDs as names and results as values', entries))
      continue
    }
    const ids = Object.entries(entries)
    if (ids.length > FLAG_LIMITS.overrides) {
      report(path, `must have at most ${FLAG_LIMITS.overrides} entries: use a rule with the operator in, or a segment`)
      continue
    }
    for (const [id, result] of ids) {
      checkWellFormed(id, fieldPath(path, id), report)
      checkResult(result, fieldPath(path, id), facts, report)
    }
  }
}

export const checkPrerequisites = (value: unknown, key: unknown, report: Report): void => {
  const list = checkList(value, 'prerequisites', { max: FLAG_LIMITS.prerequisites }, report) ?? []
  for (const [i, each] of list.entries()) {
    const path = fieldPath('prerequisites', i)
    const prerequisite = checkFields(each, path, ['flag', 'variants', 'enabled'], report)
    if (!prerequisite) continue
    const { flag, variants, enabled } = prerequisite
    if (checkText(flag, fieldPath(path, 'flag'), { max: 200 }, report) && flag === key) {
      report(fieldPath(path, 'flag'), 'must be another flag')
    }
    if (enabled !== undefined) checkBoolean(enabled, fieldPath(path, 'enabled'), report)
    if (variants === undefined) continue
    for (const [n, name] of (checkList(variants, fieldPath(path, 'variants'), { max: 100 }, report) ?? []).entries()) {
      checkText(name, fieldPath(fieldPath(path, 'variants'), n), { max: 200 }, report)
    }
  }
}

const SCHEDULED_FIELDS = ['enabled', 'percentage', 'variants', 'allocation', 'rules', 'default']

const checkChange = (set: Fields, field: string, facts: FlagFacts, report: Report): FlagFacts => {
  const { enabled, percentage, variants, allocation, rules } = set
  if (enabled !== undefined) checkBoolean(enabled, fieldPath(field, 'enabled'), report)
  if (percentage !== undefined) checkPercentage(percentage, fieldPath(field, 'percentage'), report)
  if ((variants !== undefined || allocation !== undefined) && facts.type !== 'variant') {
    report(field, `must not set variants: the flag is ${facts.type}`)
    return facts
  }
  const keys = variants === undefined ? facts.variants : checkVariants(variants, fieldPath(field, 'variants'), report)
  if (variants !== undefined && percentage !== 0) checkWeights(variants, fieldPath(field, 'variants'), report)
  const factsAfter = { ...facts, variants: keys }
  if (allocation !== undefined) checkAllocation(allocation, fieldPath(field, 'allocation'), keys, report)
  if (rules !== undefined) checkRules(rules, fieldPath(field, 'rules'), factsAfter, report)
  if (set.default !== undefined) checkResult(set.default, fieldPath(field, 'default'), factsAfter, report)
  return factsAfter
}

/** Reports problems of scheduled changes. Each is checked against the result of the earlier ones. */
export const checkSchedule = (value: unknown, facts: FlagFacts, report: Report): void => {
  let previousTime = Number.NEGATIVE_INFINITY
  let current = facts
  for (const [i, each] of (checkList(value, 'schedule', { max: FLAG_LIMITS.schedule }, report) ?? []).entries()) {
    const path = fieldPath('schedule', i)
    const change = checkFields(each, path, ['at', 'set'], report)
    if (!change) continue
    const time = change.at
    if (!isInstant(time)) report(fieldPath(path, 'at'), mustBe('an instant as in 2026-12-24T18:00:00Z', time))
    else if (Date.parse(time) <= previousTime) report(fieldPath(path, 'at'), 'must be later than the previous change')
    else previousTime = Date.parse(time)
    const set = checkFields(change.set, fieldPath(path, 'set'), SCHEDULED_FIELDS, report)
    if (set) current = checkChange(set, fieldPath(path, 'set'), current, report)
  }
}
