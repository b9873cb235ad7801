import { defaultOf, type FlagDefinition, type FlagInput } from '@signet/flags'
import { isInCanary, withShareSet } from '@signet/flags/canary'
import { invalidInput, notFound, type Refusal, refusal } from '@signet/kernel'
import { RESERVED_KEYS } from '../contract/flag.ts'
import type { FlagChange, NewFlag } from '../contract/requests.ts'
import { checkedDraft, type Draft } from './flag-draft.ts'
import type { FlagWrite } from './flag-set-table.ts'
import { flagOf, type StoredFlag, type StoredSnapshot } from './stored-flag.ts'

/** 409 that tells the present version. */
export const versionConflict = (error: string, version: number): Refusal =>
  refusal('version_conflict', error, { extras: { version }, headers: { etag: `"${version}"` } })

const noSuchFlag = (): Refusal => notFound('There is no such flag')

/** The flag with this key. @throws Refusal 404. */
export const existing = (snapshot: StoredSnapshot, key: string): StoredFlag => {
  const flag = flagOf(snapshot, key)
  if (!flag) throw noSuchFlag()
  return flag
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
    throw refusal('flag_exists', `There is a flag ${key}: change it by PATCH /flags/${key}`)
  }
  const draft = {
    ...input,
    enabled: input.enabled ?? type !== 'boolean',
    default: input.default ?? defaultOf(input as unknown as FlagInput),
    salt: input.salt ?? newSalt(),
  } as unknown as Draft
  return { key, action: 'created', flag: written(checkedDraft(snapshot, draft)) }
}

/** Members that a canary moves. */
const MOVED_BY_CANARY = ['percentage', 'type', 'schedule'] as const

const canaryRunning = (what: string): Refusal =>
  refusal('canary_running', `A canary is running and moves ${what}: stop it, or set it by POST …/canary/update`)

/** Members that are null are removed. */
const withMembers = (flag: StoredFlag, members: Omit<FlagChange, 'version' | 'reason'>): StoredFlag =>
  Object.fromEntries(
    Object.entries({ ...flag, ...members }).filter(([, value]) => value !== null),
  ) as unknown as StoredFlag

/** A flag with members replaced. @throws Refusal 400, 404, 409. */
export const changed = (snapshot: StoredSnapshot, key: string, change: FlagChange): FlagWrite => {
  const { version: _version, reason: _reason, ...members } = change
  const before = existing(snapshot, key)
  // The switch works whatever else goes on.
  const moved = MOVED_BY_CANARY.find((name) => members[name] !== undefined)
  if (isInCanary(before) && moved) throw canaryRunning(moved)
  const held = members.percentage === undefined ? before : withShareSet(before)
  const { createdAt: _created, updatedAt: _updated, ...merged } = withMembers(held, members)
  // A default that nobody has said follows from the rest, and follows it when it changes.
  const isImplied = members.default === undefined && before.default === defaultOf(before)
  const draft = isImplied ? { ...merged, default: defaultOf(merged) } : merged
  return { key, action: 'updated', flag: written(checkedDraft(snapshot, draft, before)) }
}

/** A removed flag. @throws Refusal 404; 409 while others need it. */
export const removed = (snapshot: StoredSnapshot, key: string): FlagWrite => {
  existing(snapshot, key)
  const dependants = snapshot.flags.filter(({ prerequisites = [] }) => prerequisites.some(({ flag }) => flag === key))
  if (dependants.length > 0) {
    const flags = dependants.map((flag) => flag.key)
    throw refusal('flag_in_use', `Other flags need ${key}: ${flags.join(', ')}`, { extras: { flags } })
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
  return { key, action: 'reverted', flag: written(checkedDraft(snapshot, rest, before)) }
}

/** @throws Refusal 409 with the present version, when the change was made from another one. */
export const refuseConflict = ({ version }: StoredFlag, expected: number | undefined): void => {
  if (expected !== undefined && expected !== version) {
    throw versionConflict(`The flag is at version ${version} by now: read it again`, version)
  }
}
