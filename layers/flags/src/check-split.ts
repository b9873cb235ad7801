import { ALLOCATION_END } from './bucketing/allocation.ts'
import { BUCKETINGS } from './definition.ts'
import {
  checkFields,
  checkJson,
  checkList,
  checkOneOf,
  checkPercentage,
  checkText,
  type Fields,
  fieldPath,
  isObject,
  mustBe,
  type Report,
} from './problem-list.ts'

export const SPLIT_LIMITS = { variants: 100, weight: 1_000_000_000, payloadNodes: 2000, intervals: 1000 } as const

export const checkStickiness = (value: Fields, field: string, report: Report): void => {
  const { by, salt, bucketing } = value
  if (Array.isArray(by)) {
    for (const [i, each] of (checkList(by, fieldPath(field, 'by'), { min: 1, max: 5 }, report) ?? []).entries()) {
      checkText(each, fieldPath(fieldPath(field, 'by'), i), { max: 100 }, report)
    }
  } else if (by !== undefined) checkText(by, fieldPath(field, 'by'), { max: 100 }, report)
  if (salt !== undefined) checkText(salt, fieldPath(field, 'salt'), { min: 0, max: 200 }, report)
  if (bucketing !== undefined) checkOneOf(bucketing, fieldPath(field, 'bucketing'), BUCKETINGS, report)
}

const ROLLOUT_MEMBERS = ['percentage', 'by', 'salt', 'bucketing']

export const checkRollout = (value: unknown, field: string, report: Report): void => {
  const rollout = checkFields(value, field, ROLLOUT_MEMBERS, report)
  if (!rollout) return
  checkPercentage(rollout.percentage, fieldPath(field, 'percentage'), report)
  checkStickiness(rollout, field, report)
}

const isWeight = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= SPLIT_LIMITS.weight

/** Reports problems of a list of variants. Returns their keys, as far as they are valid. */
export const checkVariants = (value: unknown, field: string, report: Report): readonly string[] => {
  const keys = new Set<string>()
  for (const [i, each] of (checkList(value, field, { min: 1, max: SPLIT_LIMITS.variants }, report) ?? []).entries()) {
    const path = fieldPath(field, i)
    const variant = checkFields(each, path, ['key', 'weight', 'payload'], report)
    if (!variant) continue
    const { key, weight, payload } = variant
    if (checkText(key, fieldPath(path, 'key'), { max: 200 }, report)) {
      if (keys.has(key)) report(fieldPath(path, 'key'), `must be unique; "${key}" is repeated`)
      keys.add(key)
    }
    if (!isWeight(weight)) report(fieldPath(path, 'weight'), mustBe('a number of at least 0', weight))
    if (payload !== undefined) checkJson(payload, fieldPath(path, 'payload'), SPLIT_LIMITS.payloadNodes, report)
  }
  return [...keys]
}

/** Reports a list of variants without a weight above 0, because no user would get a variant. */
export const checkWeights = (value: unknown, field: string, report: Report): void => {
  if (!Array.isArray(value) || value.length === 0) return
  const hasWeight = value.some((each) => !isObject(each) || !isWeight(each.weight) || each.weight > 0)
  if (!hasWeight) report(field, 'must have a variant with a weight above 0')
}

/** Checks that intervals follow each other from 0 to 100,000 and use existing variants. */
export const checkAllocation = (value: unknown, field: string, keys: readonly string[], report: Report): void => {
  const variantKeys = new Set(keys)
  const list = checkList(value, field, { min: 1, max: SPLIT_LIMITS.intervals }, report)
  if (!list) return
  let end = 0
  for (const [i, each] of list.entries()) {
    const [from, to, variant, ...extra] = Array.isArray(each) ? each : []
    const isValid = from === end && Number.isInteger(to) && to > from && to <= ALLOCATION_END && extra.length === 0
    if (!isValid || typeof variant !== 'string') {
      report(fieldPath(field, i), `must be [start, end, variant] with integers, beginning at ${end}`)
      return
    }
    if (!variantKeys.has(variant)) report(fieldPath(field, i), `has "${variant}", which is not a variant of the flag`)
    end = to
  }
  if (end !== ALLOCATION_END) report(field, `must end at ${ALLOCATION_END}, not ${end}`)
}

const SPLIT_MEMBERS = ['variants', 'by', 'salt', 'bucketing', 'allocation']

/** Reports problems of a rule's split. Returns the keys of its variants. */
export const checkSplit = (value: unknown, field: string, report: Report): readonly string[] => {
  const split = checkFields(value, field, SPLIT_MEMBERS, report)
  if (!split || !isObject(value)) return []
  const keys = checkVariants(split.variants, fieldPath(field, 'variants'), report)
  checkWeights(split.variants, fieldPath(field, 'variants'), report)
  checkStickiness(split, field, report)
  if (split.allocation !== undefined) checkAllocation(split.allocation, fieldPath(field, 'allocation'), keys, report)
  return keys
}
