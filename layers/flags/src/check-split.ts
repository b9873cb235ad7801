import { ALLOCATION_END } from './bucketing/allocation.ts'
import { BUCKETINGS } from './definition.ts'
import {
  checkJson,
  checkList,
  checkMembers,
  checkPercentage,
  checkText,
  checkWord,
  isMembers,
  type Members,
  mustBe,
  type Report,
  within,
} from './problem-list.ts'

export const SPLIT_LIMITS = { variants: 100, weight: 1_000_000_000, payloadNodes: 2000, intervals: 1000 } as const

export const checkSticking = (value: Members, field: string, report: Report): void => {
  const { by, salt, bucketing } = value
  if (Array.isArray(by)) {
    for (const [i, each] of (checkList(by, within(field, 'by'), { min: 1, max: 5 }, report) ?? []).entries()) {
      checkText(each, within(within(field, 'by'), i), { max: 100 }, report)
    }
  } else if (by !== undefined) checkText(by, within(field, 'by'), { max: 100 }, report)
  if (salt !== undefined) checkText(salt, within(field, 'salt'), { min: 0, max: 200 }, report)
  if (bucketing !== undefined) checkWord(bucketing, within(field, 'bucketing'), BUCKETINGS, report)
}

const ROLLOUT_MEMBERS = ['percentage', 'by', 'salt', 'bucketing']

export const checkRollout = (value: unknown, field: string, report: Report): void => {
  const rollout = checkMembers(value, field, ROLLOUT_MEMBERS, report)
  if (!rollout) return
  checkPercentage(rollout.percentage, within(field, 'percentage'), report)
  checkSticking(rollout, field, report)
}

const isWeight = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= SPLIT_LIMITS.weight

/** Reports problems of a list of variants. Returns their keys, as far as they are valid. */
export const checkVariants = (value: unknown, field: string, report: Report): readonly string[] => {
  const keys = new Set<string>()
  for (const [i, each] of (checkList(value, field, { min: 1, max: SPLIT_LIMITS.variants }, report) ?? []).entries()) {
    const at = within(field, i)
    const variant = checkMembers(each, at, ['key', 'weight', 'payload'], report)
    if (!variant) continue
    const { key, weight, payload } = variant
    if (checkText(key, within(at, 'key'), { max: 200 }, report)) {
      if (keys.has(key)) report(within(at, 'key'), `must be unique; "${key}" is repeated`)
      keys.add(key)
    }
    if (!isWeight(weight)) report(within(at, 'weight'), mustBe('a number of at least 0', weight))
    if (payload !== undefined) checkJson(payload, within(at, 'payload'), SPLIT_LIMITS.payloadNodes, report)
  }
  return [...keys]
}

/** Reports a list that is drawn by weight in which no variant has a weight, because no user would get one. */
export const checkWeights = (value: unknown, field: string, report: Report): void => {
  if (!Array.isArray(value) || value.length === 0) return
  const isDrawn = value.some((each) => !isMembers(each) || !isWeight(each.weight) || each.weight > 0)
  if (!isDrawn) report(field, 'must have a variant with a weight above 0')
}

/** Checks that intervals follow each other from 0 to 100,000 and use existing variants. */
export const checkAllocation = (value: unknown, field: string, keys: readonly string[], report: Report): void => {
  const variantKeys = new Set(keys)
  const list = checkList(value, field, { min: 1, max: SPLIT_LIMITS.intervals }, report)
  if (!list) return
  let end = 0
  for (const [i, each] of list.entries()) {
    const [from, to, variant, ...more] = Array.isArray(each) ? each : []
    const isGood = from === end && Number.isInteger(to) && to > from && to <= ALLOCATION_END && more.length === 0
    if (!isGood || typeof variant !== 'string') {
      report(within(field, i), `must be [start, end, variant] with integers, beginning at ${end}`)
      return
    }
    if (!variantKeys.has(variant)) report(within(field, i), `has "${variant}", which is not a variant of the flag`)
    end = to
  }
  if (end !== ALLOCATION_END) report(field, `must reach to ${ALLOCATION_END}, not ${end}`)
}

const SPLIT_MEMBERS = ['variants', 'by', 'salt', 'bucketing', 'allocation']

/** Reports problems of a rule's own split. Returns the keys of its variants. */
export const checkSplit = (value: unknown, field: string, report: Report): readonly string[] => {
  const split = checkMembers(value, field, SPLIT_MEMBERS, report)
  if (!split || !isMembers(value)) return []
  const keys = checkVariants(split.variants, within(field, 'variants'), report)
  checkWeights(split.variants, within(field, 'variants'), report)
  checkSticking(split, field, report)
  if (split.allocation !== undefined) checkAllocation(split.allocation, within(field, 'allocation'), keys, report)
  return keys
}
