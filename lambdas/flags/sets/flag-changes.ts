import { defaultOf, type FlagDefinition, type FlagInput, settleSchedule } from '@signet/flags'
import { isInCanary, withShareSet } from '@signet/flags/canary'
import { invalidInput, notFound, Refusal, refusal } from '@signet/kernel'
import { RESERVED_KEYS } from '../contract/flag.ts'
import type { FlagChange, NewFlag } from '../contract/requests.ts'
import { checkedDraft, checkedFormer, type Draft } from './flag-draft.ts'
import type { FlagWrite } from './set-write.ts'
import { flagOf, type StoredFlag, type StoredSnapshot } from './stored-flag.ts'

export const versionConflict = (error: string, version: number): Refusal<'version_conflict'> =>
  refusal('version_conflict', error, { extras: { version }, headers: { etag: `"${version}"` } })

export const existingFlag = (snapshot: StoredSnapshot, key: string): StoredFlag | Refusal<'not_found'> =>
  flagOf(snapshot, key) ?? notFound('The flag does not exist')

const unversionedFlag = (draft: Draft): StoredFlag => ({ ...draft, version: 0, createdAt: '', updatedAt: '' })

interface Shares {
  readonly percentage?: number | null | undefined
  readonly schedule?: readonly { readonly set?: unknown }[] | null | undefined
}

/**
 * A boolean flag is on or off. Only a canary gives it a share, which remains when the canary ends.
 * @throws Refusal 400 naming the member
 */
const refuseShareOfBoolean = ({ percentage, schedule }: Shares, present: number | undefined): void => {
  const message = 'is for flags of type percentage or variant; for a boolean flag only a canary changes it'
  const isShare = typeof percentage === 'number' && percentage !== present
  const errors = [
    ...(isShare ? [{ field: 'percentage', message }] : []),
    ...(schedule ?? []).flatMap(({ set }, i) =>
      typeof set === 'object' && set !== null && 'percentage' in set
        ? [{ field: `schedule.${i}.set.percentage`, message }]
        : [],
    ),
  ]
  if (errors.length > 0) throw invalidInput(errors)
}

/** Creates a flag; 409 if the key exists. @throws Refusal 400 */
export const planCreation = (
  snapshot: StoredSnapshot,
  input: NewFlag,
  newSalt: () => string,
): FlagWrite | Refusal<'flag_exists'> => {
  const { key, type } = input
  if (RESERVED_KEYS.includes(key)) {
    throw invalidInput([{ field: 'key', message: `must not be ${RESERVED_KEYS.join(' or ')}: routes use these names` }])
  }
  if (flagOf(snapshot, key)) {
    return refusal('flag_exists', `The flag ${key} exists: change it with PATCH /flags/${key}`)
  }
  if (type === 'boolean') refuseShareOfBoolean(input, undefined)
  const draft = {
    ...input,
    enabled: input.enabled ?? type !== 'boolean',
    default: input.default ?? defaultOf(input as unknown as FlagInput),
    salt: input.salt ?? newSalt(),
  } as unknown as Draft
  return { key, action: 'created', flag: unversionedFlag(checkedDraft(snapshot, draft)) }
}

const MOVED_BY_CANARY = ['percentage', 'type', 'schedule'] as const

const canaryRunning = (what: string): Refusal<'canary_running'> =>
  refusal('canary_running', `A running canary controls ${what}. Stop it, or change it with POST …/canary/update`)

/** Applies the members of a change; null removes a member. */
const withMembers = (flag: StoredFlag, members: Omit<FlagChange, 'version' | 'reason'>): StoredFlag =>
  Object.fromEntries(
    Object.entries({ ...flag, ...members }).filter(([, value]) => value !== null),
  ) as unknown as StoredFlag

/** Members that only one type has. A change of type drops those that the change does not contain. */
const OF_TYPE = {
  boolean: [],
  percentage: ['percentage'],
  variant: ['percentage', 'variants'],
} as const

const withoutOtherTypes = (flag: StoredFlag, members: Partial<FlagChange>): StoredFlag => {
  const taken: readonly string[] = OF_TYPE[flag.type]
  const left = OF_TYPE.variant.filter((name) => !taken.includes(name) && members[name] === undefined)
  return Object.fromEntries(
    Object.entries(flag).filter(([name]) => !(left as readonly string[]).includes(name)),
  ) as unknown as StoredFlag
}

/** Changes members of a flag; 404, and 409 while a canary controls them. @throws Refusal 400 */
export const planChange = (
  snapshot: StoredSnapshot,
  key: string,
  change: FlagChange,
): FlagWrite | Refusal<'not_found' | 'canary_running'> => {
  const { version: _version, reason: _reason, ...members } = change
  const before = existingFlag(snapshot, key)
  if (before instanceof Refusal) return before
  // The kill switch works at any time, also during a canary.
  const moved = MOVED_BY_CANARY.find((name) => members[name] !== undefined)
  if (isInCanary(before) && moved) return canaryRunning(moved)
  const held = members.percentage === undefined ? before : withShareSet(before)
  const isOtherType = members.type !== undefined && members.type !== before.type
  const replaced = withMembers(held, members)
  if (replaced.type === 'boolean') {
    // A flag that becomes boolean loses its share, so its whole schedule is checked, and any percentage refused.
    const schedule = isOtherType ? replaced.schedule : members.schedule
    refuseShareOfBoolean({ ...members, schedule }, isOtherType ? undefined : before.percentage)
  }
  const {
    createdAt: _created,
    updatedAt: _updated,
    ...merged
  } = isOtherType ? withoutOtherTypes(replaced, members) : replaced
  // A default that was not set follows from the other members, also when they change.
  const isImplied = members.default === undefined && (isOtherType || before.default === defaultOf(before))
  const draft = isImplied ? { ...merged, default: defaultOf(merged) } : merged
  return { key, action: 'updated', flag: unversionedFlag(checkedDraft(snapshot, draft, before)) }
}

export const planRemoval = (snapshot: StoredSnapshot, { key }: StoredFlag): FlagWrite | Refusal<'flag_in_use'> => {
  const dependants = snapshot.flags.filter(({ prerequisites = [] }) => prerequisites.some(({ flag }) => flag === key))
  if (dependants.length > 0) {
    const flags = dependants.map((flag) => flag.key)
    return refusal('flag_in_use', `${key} is a prerequisite of other flags: ${flags.join(', ')}`, { extras: { flags } })
  }
  return { key, action: 'deleted', flag: undefined }
}

/**
 * Reverts a flag to an earlier version, so that all users get the answer of that time. Schedule steps that had taken
 * effect by then remain; later ones are not repeated. Returns 409 while a canary controls the flag.
 * @throws Refusal 400
 */
export const planRevert = (
  snapshot: StoredSnapshot,
  key: string,
  { flag, at }: { readonly flag: FlagDefinition; readonly at: Date },
  now: Date,
): FlagWrite | Refusal<'canary_running'> => {
  const before = flagOf(snapshot, key)
  if (before && isInCanary(before)) return canaryRunning('the flag')
  // A canary that was running then is not restarted.
  const { canary: _canary, schedule = [], ...then } = settleSchedule(flag as StoredFlag, at)
  const ahead = schedule.filter((change) => Date.parse(change.at) > now.getTime())
  if (then.type === 'boolean') refuseShareOfBoolean({ schedule: ahead }, undefined)
  const {
    createdAt: _created,
    updatedAt: _updated,
    ...draft
  } = { ...then, ...(ahead.length > 0 ? { schedule: ahead } : {}) }
  return { key, action: 'reverted', flag: unversionedFlag(checkedFormer(snapshot, draft)) }
}

/**
 * Returns the flag on which a change is based; 404, or 409 with the current version if the change is based on another.
 */
export const expectedFlag = (
  snapshot: StoredSnapshot,
  key: string,
  expected: number | undefined,
): StoredFlag | Refusal<'not_found' | 'version_conflict'> => {
  const flag = existingFlag(snapshot, key)
  if (flag instanceof Refusal || expected === undefined || expected === flag.version) return flag
  return versionConflict(`The flag is now at version ${flag.version}: read it again`, flag.version)
}
