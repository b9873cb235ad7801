import { Buffer } from 'node:buffer'
import type { FieldError } from '@signet/contracts'
import { type Bucketing, checkFlag, type Rule, reallocate, reallocateRules } from '@signet/flags'
import { invalidInput } from '@signet/kernel'
import { flagSetErrors } from './flag-set-rules.ts'
import { segmentErrors } from './segment-uses.ts'
import { type StoredFlag, type StoredSnapshot, withFlag } from './stored-flag.ts'

export type Draft = Omit<StoredFlag, 'version' | 'createdAt' | 'updatedAt'>

/** Limit in bytes: a log entry contains the flag before and after, and an item of the table is limited to 400 KB. */
const FLAG_BYTES_MAX = 150_000

/** Omits members without a value, so that the stored form equals the returned one. */
const present = <T extends object>(record: T): T =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T

const isAllocated = (bucketing: Bucketing): boolean => bucketing === 'v1'

/** Removes the allocation of a rule. Only writes compute allocations; one sent by a client is outdated. */
const ruleWithoutAllocation = (rule: Rule, bucketing: Bucketing): Rule => {
  const { split } = rule
  if (typeof split !== 'object' || split === null || !isAllocated(split.bucketing ?? bucketing)) return rule
  const { allocation: _allocation, ...rest } = split
  return { ...rule, split: rest }
}

const withoutAllocations = ({ allocation: _allocation, ...draft }: Draft): Draft => ({
  ...draft,
  ...(Array.isArray(draft.rules)
    ? { rules: draft.rules.map((rule) => (isRecord(rule) ? ruleWithoutAllocation(rule, draft.bucketing) : rule)) }
    : {}),
})

const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null

/**
 * Assigns each variant its share of all users. Users of `before` keep their variant as far as the new weights allow;
 * users of a removed variant are distributed among the variants below their share. Rules are matched by id.
 */
const allocated = (draft: Draft, before: Draft | undefined): Draft => {
  const { rules = [], type, bucketing, variants = [] } = draft
  const allocation = type === 'variant' && isAllocated(bucketing) ? reallocate(before?.allocation, variants) : []
  return {
    ...draft,
    rules: reallocateRules(rules, before?.rules, bucketing),
    ...(allocation.length > 0 ? { allocation } : {}),
  }
}

const prerequisiteErrors = (snapshot: StoredSnapshot, draft: Draft): FieldError[] => {
  const needs = new Map(snapshot.flags.map(({ key, prerequisites = [] }) => [key, prerequisites.map((p) => p.flag)]))
  needs.set(
    draft.key,
    (draft.prerequisites ?? []).map(({ flag }) => flag),
  )
  const reaches = (from: string, visitedKeys: Set<string>): boolean =>
    (needs.get(from) ?? []).some((next) => {
      if (next === draft.key) return true
      if (visitedKeys.has(next)) return false
      visitedKeys.add(next)
      return reaches(next, visitedKeys)
    })
  return (draft.prerequisites ?? []).flatMap(({ flag }, i) => {
    const field = `prerequisites.${i}.flag`
    if (flag !== draft.key && !needs.has(flag))
      return [{ field, message: `names ${flag}, which is not a flag of this set` }]
    if (flag === draft.key || reaches(flag, new Set()))
      return [{ field, message: `makes ${draft.key} depend on itself` }]
    return []
  })
}

/** @throws Refusal 400 with every rule that the complete flag breaks */
const checkedWhole = (snapshot: StoredSnapshot, flag: Draft): Draft => {
  const bytes = Buffer.byteLength(JSON.stringify(flag))
  const errors = [
    ...(bytes > FLAG_BYTES_MAX
      ? [{ field: '', message: `the flag has ${bytes} bytes; the limit is ${FLAG_BYTES_MAX} bytes` }]
      : []),
    ...checkFlag({ ...flag, version: 0 }),
    ...prerequisiteErrors(snapshot, flag),
    ...segmentErrors(snapshot, flag),
  ]
  if (errors.length > 0) throw invalidInput(errors)
  const after = withFlag(snapshot, flag.key, { ...flag, version: 0, createdAt: '', updatedAt: '' })
  const together = flagSetErrors(snapshot, after, flag.key)
  if (together.length > 0) throw invalidInput(together)
  return flag
}

/** Check the form first, so that later checks only see a flag of limited depth and width. */
const refuseShape = (draft: Draft): void => {
  const problems = checkFlag({ ...draft, version: 0 })
  if (problems.length > 0) throw invalidInput(problems)
}

/**
 * Builds the flag of a draft, with allocations derived from those of `before`.
 * @throws Refusal 400 with every rule that it breaks
 */
export const checkedDraft = (snapshot: StoredSnapshot, draft: Draft, before?: Draft): Draft => {
  const whole = withoutAllocations(present(draft))
  refuseShape(whole)
  return checkedWhole(snapshot, allocated(whole, before))
}

/**
 * Builds an earlier flag with its stored allocations, so that all users get the variant of that time.
 * @throws Refusal 400 with every rule that it breaks now
 */
export const checkedFormer = (snapshot: StoredSnapshot, former: Draft): Draft => checkedWhole(snapshot, present(former))
