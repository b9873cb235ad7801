import { Buffer } from 'node:buffer'
import type { FieldError } from '@signet/contracts'
import { checkFlag, type Rule, reweigh } from '@signet/flags'
import { invalidInput } from '@signet/kernel'
import { segmentErrors } from './segment-uses.ts'
import type { StoredFlag, StoredSnapshot } from './stored-flag.ts'

/** What a flag is before the write gives it its version and times. */
export type Draft = Omit<StoredFlag, 'version' | 'createdAt' | 'updatedAt'>

/** An entry of the log holds the flag before and after, and an item of the table 400 KB. */
const FLAG_BYTES_MAX = 150_000

/** Members without a value are left out, so that what is stored is what is shown. */
const present = <T extends object>(record: T): T =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T

/** Weights as they are now held by users: who has what changes as little as the new weights allow. */
const allocated = (draft: Draft, before: Draft | undefined): Draft => {
  const { allocation: _former, rules = [], ...rest } = draft
  const isLedgered = draft.type === 'variant' && draft.bucketing === 'v1' && draft.variants !== undefined
  const allocation = isLedgered ? reweigh(before?.allocation, draft.variants ?? []) : []
  return {
    ...rest,
    rules: rules.map((rule) => allocatedRule(rule, draft, before)),
    ...(allocation.length > 0 ? { allocation } : {}),
  }
}

/** Weights of a rule alone are held like those of the flag; a rule is the same one by its id. */
const allocatedRule = (rule: Rule, { bucketing }: Draft, before: Draft | undefined): Rule => {
  const { split, id } = rule
  if (typeof split !== 'object' || split === null || !Array.isArray(split.variants) || id === undefined) return rule
  if ((split.bucketing ?? bucketing) !== 'v1') return rule
  const former = before?.rules?.find((other) => other.id === id)?.split?.allocation
  const allocation = reweigh(former, split.variants)
  return allocation.length > 0 ? { ...rule, split: { ...split, allocation } } : rule
}

const prerequisiteErrors = (snapshot: StoredSnapshot, draft: Draft): FieldError[] => {
  const needs = new Map(snapshot.flags.map(({ key, prerequisites = [] }) => [key, prerequisites.map((p) => p.flag)]))
  needs.set(
    draft.key,
    (draft.prerequisites ?? []).map(({ flag }) => flag),
  )
  const reaches = (from: string, seen: Set<string>): boolean =>
    (needs.get(from) ?? []).some((next) => {
      if (next === draft.key) return true
      if (seen.has(next)) return false
      seen.add(next)
      return reaches(next, seen)
    })
  return (draft.prerequisites ?? []).flatMap(({ flag }, i) => {
    const field = `prerequisites.${i}.flag`
    if (flag !== draft.key && !needs.has(flag))
      return [{ field, message: `names ${flag}, which is no flag of this set` }]
    if (flag === draft.key || reaches(flag, new Set())) return [{ field, message: `makes ${draft.key} need itself` }]
    return []
  })
}

/** @throws Refusal 400 with every rule that the flag breaks. */
export const checkedDraft = (snapshot: StoredSnapshot, draft: Draft, before?: Draft): Draft => {
  const whole = present(draft)
  // What is looked into must be known to be as deep and as wide as a flag may be.
  const shape = checkFlag({ ...whole, version: 0 })
  if (shape.length > 0) throw invalidInput(shape)
  const complete = allocated(whole, before)
  const bytes = Buffer.byteLength(JSON.stringify(complete))
  const errors = [
    ...(bytes > FLAG_BYTES_MAX
      ? [{ field: '', message: `the flag would have ${bytes} of at most ${FLAG_BYTES_MAX} bytes` }]
      : []),
    ...checkFlag({ ...complete, version: 0 }),
    ...prerequisiteErrors(snapshot, complete),
    ...segmentErrors(snapshot, complete),
  ]
  if (errors.length > 0) throw invalidInput(errors)
  return complete
}
