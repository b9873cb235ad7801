import { Buffer } from 'node:buffer'
import type { FieldError } from '@signet/contracts'
import { type Bucketing, checkFlag, type Rule, reallocate, reallocateRules } from '@signet/flags'
import { invalidInput } from '@signet/kernel'
import { flagSetErrors } from './flag-set-rules.ts'
import { segmentErrors } from './segment-uses.ts'
import { type StoredFlag, type StoredSnapshot, withFlag } from './stored-flag.ts'

export type Draft = Omit<StoredFlag, 'version' | 'createdAt' | 'updatedAt'>

/** Maximum bytes of a flag: a log entry contains two versions of it, and a DynamoDB item is limited to 400 KB. */
const FLAG_BYTES_MAX = 150_000

/** Omits fields without a value, so that the stored flag equals the returned one. */
const withoutUndefined = <T extends object>(record: T): T =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T

/** True for Signet's own bucketing, for which writes compute the allocations. */
const isAllocated = (bucketing: Bucketing): boolean => bucketing === 'v1'

/** Removes the allocation of a rule. Only writes compute allocations; an allocation that a client sends is outdated. */
const ruleWithoutAllocation = (rule: Rule, bucketing: Bucketing): Rule => {
  const { split } = rule
  if (typeof split !== 'object' || split === null || !isAllocated(split.bucketing ?? bucketing)) return rule
  const { allocation: _allocation, ...splitWithoutAllocation } = split
  return { ...rule, split: splitWithoutAllocation }
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
const withAllocations = (draft: Draft, before: Draft | undefined): Draft => {
  const { rules = [], type, bucketing, variants = [] } = draft
  const allocation = type === 'variant' && isAllocated(bucketing) ? reallocate(before?.allocation, variants) : []
  return {
    ...draft,
    rules: reallocateRules(rules, before?.rules, bucketing),
    ...(allocation.length > 0 ? { allocation } : {}),
  }
}

/** Reports prerequisites that do not exist, or through which the draft would depend on itself. */
const prerequisiteErrors = (snapshot: StoredSnapshot, draft: Draft): FieldError[] => {
  const prerequisiteKeys = new Map(
    snapshot.flags.map(({ key, prerequisites = [] }) => [key, prerequisites.map((p) => p.flag)]),
  )
  prerequisiteKeys.set(
    draft.key,
    (draft.prerequisites ?? []).map(({ flag }) => flag),
  )
  const leadsToDraft = (from: string, visitedKeys: Set<string>): boolean =>
    (prerequisiteKeys.get(from) ?? []).some((next) => {
      if (next === draft.key) return true
      if (visitedKeys.has(next)) return false
      visitedKeys.add(next)
      return leadsToDraft(next, visitedKeys)
    })
  return (draft.prerequisites ?? []).flatMap(({ flag }, i) => {
    const field = `prerequisites.${i}.flag`
    if (flag !== draft.key && !prerequisiteKeys.has(flag))
      return [{ field, message: `names ${flag}, which does not exist in this environment` }]
    if (flag === draft.key || leadsToDraft(flag, new Set()))
      return [{ field, message: `makes ${draft.key} depend on itself` }]
    return []
  })
}

/** @throws Refusal 400 with every rule that the complete flag breaks */
const checkComplete = (snapshot: StoredSnapshot, flag: Draft): Draft => {
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
  const setErrors = flagSetErrors(snapshot, after, flag.key)
  if (setErrors.length > 0) throw invalidInput(setErrors)
  return flag
}

/** Checks the flag alone first, so that later checks see only flags of limited depth and width. */
const refuseInvalidDraft = (draft: Draft): void => {
  const problems = checkFlag({ ...draft, version: 0 })
  if (problems.length > 0) throw invalidInput(problems)
}

/**
 * Builds the flag of a draft, with allocations derived from those of `before`.
 * @throws Refusal 400 with every rule that it breaks
 */
export const checkedDraft = (snapshot: StoredSnapshot, draft: Draft, before?: Draft): Draft => {
  const cleanDraft = withoutAllocations(withoutUndefined(draft))
  refuseInvalidDraft(cleanDraft)
  return checkComplete(snapshot, withAllocations(cleanDraft, before))
}

/**
 * Builds an earlier flag with its stored allocations, so that all users get the variant of that time.
 * @throws Refusal 400 with every rule that it breaks now
 */
export const checkedFormer = (snapshot: StoredSnapshot, former: Draft): Draft =>
  checkComplete(snapshot, withoutUndefined(former))
