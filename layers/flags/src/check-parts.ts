import { checkCondition, checkPatterns } from './check-condition.ts'
import { checkAllocation, checkRollout, checkSplit, checkVariants, checkWeights } from './check-split.ts'
import type { FlagType, Rule } from './definition.ts'
import {
  checkBoolean,
  checkList,
  checkMembers,
  checkPercentage,
  checkText,
  checkWellFormed,
  isInstant,
  isMembers,
  type Members,
  mustBe,
  type Report,
  within,
} from './problem-list.ts'

/** Limits on the parts of a flag, which bound its size and its evaluation time. */
export const FLAG_LIMITS = { rules: 200, overrides: 10_000, prerequisites: 20, schedule: 50 } as const

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

const RULE_MEMBERS = ['id', 'result', 'rollout', 'split']

const checkRule = (value: unknown, field: string, facts: FlagFacts, ids: Set<string>, report: Report): void => {
  checkCondition(value, field, { extra: RULE_MEMBERS }, report)
  if (!isMembers(value)) return
  const { id, result, rollout, split } = value
  if (id !== undefined && checkText(id, within(field, 'id'), { max: 100 }, report)) {
    if (ids.has(id)) report(within(field, 'id'), `must be unique; "${id}" is repeated`)
    ids.add(id)
  }
  if (rollout !== undefined) checkRollout(rollout, within(field, 'rollout'), report)
  if ((rollout !== undefined || split !== undefined) && id === undefined) {
    report(within(field, 'id'), 'is required with rollout and split: the selection of users depends on it')
  }
  if (split !== undefined) {
    if (facts.type !== 'variant')
      report(within(field, 'split'), `is only for flags of type variant; this flag is ${facts.type}`)
    if (result !== undefined) report(within(field, 'split'), 'cannot be combined with result: remove one of them')
    checkSplit(split, within(field, 'split'), report)
  }
  if (result !== undefined) checkResult(result, within(field, 'result'), facts, report)
}

export const checkRules = (value: unknown, field: string, facts: FlagFacts, report: Report): void => {
  const ids = new Set<string>()
  let isGood = Array.isArray(value)
  const notice: Report = (at, message) => {
    isGood = false
    report(at, message)
  }
  for (const [i, rule] of (checkList(value, field, { max: FLAG_LIMITS.rules }, notice) ?? []).entries()) {
    checkRule(rule, within(field, i), facts, ids, notice)
  }
  if (isGood) checkPatterns(value as readonly Rule[], field, report)
}

export const checkOverrides = (value: unknown, field: string, facts: FlagFacts, report: Report): void => {
  const overrides = checkMembers(value, field, ['tenants', 'users'], report)
  for (const [name, entries] of Object.entries(overrides ?? {})) {
    const at = within(field, name)
    if (!isMembers(entries)) {
      report(at, mustBe('an object of ids and values', entries))
      continue
    }
    const ids = Object.entries(entries)
    if (ids.length > FLAG_LIMITS.overrides) {
      report(at, `must have at most ${FLAG_LIMITS.overrides} entries: use a rule with in, or a segment`)
      continue
    }
    for (const [id, result] of ids) {
      checkWellFormed(id, within(at, id), report)
      checkResult(result, within(at, id), facts, report)
    }
  }
}

export const checkPrerequisites = (value: unknown, key: unknown, report: Report): void => {
  const list = checkList(value, 'prerequisites', { max: FLAG_LIMITS.prerequisites }, report) ?? []
  for (const [i, each] of list.entries()) {
    const at = within('prerequisites', i)
    const prerequisite = checkMembers(each, at, ['flag', 'variants', 'enabled'], report)
    if (!prerequisite) continue
    const { flag, variants, enabled } = prerequisite
    if (checkText(flag, within(at, 'flag'), { max: 200 }, report) && flag === key) {
      report(within(at, 'flag'), 'must be another flag')
    }
    if (enabled !== undefined) checkBoolean(enabled, within(at, 'enabled'), report)
    if (variants === undefined) continue
    for (const [n, name] of (checkList(variants, within(at, 'variants'), { max: 100 }, report) ?? []).entries()) {
      checkText(name, within(within(at, 'variants'), n), { max: 200 }, report)
    }
  }
}

const SCHEDULED = ['enabled', 'percentage', 'variants', 'allocation', 'rules', 'default']

const checkChange = (set: Members, field: string, facts: FlagFacts, report: Report): FlagFacts => {
  const { enabled, percentage, variants, allocation, rules } = set
  if (enabled !== undefined) checkBoolean(enabled, within(field, 'enabled'), report)
  if (percentage !== undefined) checkPercentage(percentage, within(field, 'percentage'), report)
  if ((variants !== undefined || allocation !== undefined) && facts.type !== 'variant') {
    report(field, `must not set variants: the flag is ${facts.type}`)
    return facts
  }
  const keys = variants === undefined ? facts.variants : checkVariants(variants, within(field, 'variants'), report)
  if (variants !== undefined && percentage !== 0) checkWeights(variants, within(field, 'variants'), report)
  const after = { ...facts, variants: keys }
  if (allocation !== undefined) checkAllocation(allocation, within(field, 'allocation'), keys, report)
  if (rules !== undefined) checkRules(rules, within(field, 'rules'), after, report)
  if (set.default !== undefined) checkResult(set.default, within(field, 'default'), after, report)
  return after
}

/** Reports problems of scheduled changes. Each is checked against the result of the earlier ones. */
export const checkSchedule = (value: unknown, facts: FlagFacts, report: Report): void => {
  let last = Number.NEGATIVE_INFINITY
  let current = facts
  for (const [i, each] of (checkList(value, 'schedule', { max: FLAG_LIMITS.schedule }, report) ?? []).entries()) {
    const at = within('schedule', i)
    const change = checkMembers(each, at, ['at', 'set'], report)
    if (!change) continue
    const time = change.at
    if (!isInstant(time)) report(within(at, 'at'), mustBe('an instant as in 2026-12-24T18:00:00Z', time))
    else if (Date.parse(time) <= last) report(within(at, 'at'), 'must be later than the previous change')
    else last = Date.parse(time)
    const set = checkMembers(change.set, within(at, 'set'), SCHEDULED, report)
    if (set) current = checkChange(set, within(at, 'set'), current, report)
  }
}
