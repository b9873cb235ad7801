import { checkFlag, defaultOf, type FlagDefinition, type FlagInput, reweigh } from '@signet/flags'
import { isInCanary } from '@signet/flags/canary'
import { type FieldError, invalidInput, notFound, Refusal } from '@signet/kernel'
import { RESERVED_KEYS } from '../contract/flag.ts'
import type { FlagChange, NewFlag } from '../contract/requests.ts'
import type { FlagWrite } from './flag-set-table.ts'
import { segmentErrors } from './segment-uses.ts'
import { flagOf, type StoredFlag, type StoredSnapshot } from './stored-flag.ts'

/** What a flag is before the write gives it its version and times. */
type Draft = Omit<StoredFlag, 'version' | 'createdAt' | 'updatedAt'>

const noSuchFlag = (): Refusal => notFound('There is no such flag')

/** The flag with this key. @throws Refusal 404. */
export const existing = (snapshot: StoredSnapshot, key: string): StoredFlag => {
  const flag = flagOf(snapshot, key)
  if (!flag) throw noSuchFlag()
  return flag
}

/** Members without a value are left out, so that what is stored is what is shown. */
const present = <T extends object>(record: T): T =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined && value !== null)) as T

/** Weights as they are now held by users: who has what changes as little as the new weights allow. */
const allocated = (draft: Draft, before: Draft | undefined): Draft => {
  if (draft.type !== 'variant' || draft.bucketing !== 'v1' || !draft.variants) {
    const { allocation: _none, ...rest } = draft
    return rest
  }
  return { ...draft, allocation: reweigh(before?.allocation, draft.variants) }
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
const checked = (snapshot: StoredSnapshot, draft: Draft, before?: Draft): Draft => {
  const complete = allocated(present(draft), before)
  const errors = [
    ...checkFlag({ ...complete, version: 0 }),
    ...prerequisiteErrors(snapshot, complete),
    ...segmentErrors(snapshot, complete),
  ]
  if (errors.length > 0) throw invalidInput(errors)
  return complete
}

/** The write gives them anew. */
const written = (draft: Draft): StoredFlag => ({ ...draft, version: 0, createdAt: '', updatedAt: '' })

/** A new flag. @throws Refusal 400, 409 when the key is taken. */
export const created = (snapshot: StoredSnapshot, input: NewFlag, newSalt: () => string): FlagWrite => {
  const { key, type } = input
  if (RESERVED_KEYS.includes(key)) {
    throw invalidInput([{ field: 'key', message: `must not be ${RESERVED_KEYS.join(' or ')}: those are paths` }])
  }
  if (flagOf(snapshot, key)) {
    throw new Refusal(409, { error: `There is a flag ${key}: change it by PATCH /flags/${key}`, code: 'flag_exists' })
  }
  const draft = {
    ...input,
    enabled: input.enabled ?? type !== 'boolean',
    default: input.default ?? defaultOf(input as unknown as FlagInput),
    salt: input.salt ?? newSalt(),
  } as unknown as Draft
  return { key, action: 'created', flag: written(checked(snapshot, draft)) }
}

/** Members that a canary moves. */
const MOVED_BY_CANARY = ['enabled', 'percentage', 'type'] as const

const canaryRunning = (what: string): Refusal =>
  new Refusal(409, {
    error: `A canary is running and moves ${what}: stop it, or set it by POST …/canary/update`,
    code: 'canary_running',
  })

/** A flag with members replaced. @throws Refusal 400, 404, 409. */
export const changed = (snapshot: StoredSnapshot, key: string, change: FlagChange): FlagWrite => {
  const { version: _version, reason: _reason, ...members } = change
  const before = existing(snapshot, key)
  // The kill switch works whatever else goes on.
  const isKill = members.enabled === false
  const moved = MOVED_BY_CANARY.find((name) => members[name] !== undefined && !(name === 'enabled' && isKill))
  if (isInCanary(before) && moved) throw canaryRunning(moved)
  const { createdAt: _created, updatedAt: _updated, ...draft } = { ...before, ...members } as StoredFlag
  return { key, action: 'updated', flag: written(checked(snapshot, draft, before)) }
}

/** A removed flag. @throws Refusal 404; 409 while others need it. */
export const removed = (snapshot: StoredSnapshot, key: string): FlagWrite => {
  existing(snapshot, key)
  const dependants = snapshot.flags.filter(({ prerequisites = [] }) => prerequisites.some(({ flag }) => flag === key))
  if (dependants.length > 0) {
    const flags = dependants.map((flag) => flag.key)
    throw new Refusal(409, { error: `Other flags need ${key}: ${flags.join(', ')}`, code: 'flag_in_use', flags })
  }
  return { key, action: 'deleted', flag: undefined }
}

/** A flag as the log tells that it was. @throws Refusal 400, 409. */
export const reverted = (snapshot: StoredSnapshot, key: string, former: FlagDefinition): FlagWrite => {
  const before = flagOf(snapshot, key)
  if (before && isInCanary(before)) throw canaryRunning('the flag')
  // A canary that was running then is not running now.
  const { canary: _canary, ...draft } = former as StoredFlag
  const { createdAt: _created, updatedAt: _updated, ...rest } = draft
  return { key, action: 'reverted', flag: written(checked(snapshot, rest, before)) }
}

/** @throws Refusal 409 with the present version, when the change was made from another one. */
export const refuseConflict = ({ version }: StoredFlag, expected: number | undefined): void => {
  if (expected === undefined || expected === version) return
  throw new Refusal(
    409,
    { error: `The flag is at version ${version} by now: read it again`, code: 'version_conflict', version },
    { headers: { etag: `"${version}"` } },
  )
}
