import { defaultOf, type FlagDefinition, type FlagInput, settleSchedule } from '@signet/flags'
import { isInCanary, withCanaryOverruled } from '@signet/flags/canary'
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

interface PercentageInputs {
  readonly percentage?: number | null | undefined
  readonly schedule?: readonly { readonly set?: unknown }[] | null | undefined
}

/**
 * A boolean flag is on or off. Only a canary gives it a share, which remains when the canary ends.
 * @throws Refusal 400 naming the member
 */
const refusePercentageOfBoolean = (
  { percentage, schedule }: PercentageInputs,
  currentPercentage: number | undefined,
): void => {
  const message = 'is for flags of type percentage or variant; for a boolean flag only a canary changes it'
  const isNewPercentage = typeof percentage === 'number' && percentage !== currentPercentage
  const errors = [
    ...(isNewPercentage ? [{ field: 'percentage', message }] : []),
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
  if (type === 'boolean') refusePercentageOfBoolean(input, undefined)
  const draft = {
    ...input,
    enabled: input.enabled ?? type !== 'boolean',
    default: input.default ?? defaultOf(input as unknown as FlagInput),
    salt: input.salt ?? newSalt(),
  } as unknown as Draft
  return { key, action: 'created', flag: unversionedFlag(checkedDraft(snapshot, draft)) }
}

const MOVED_BY_CANARY = ['percentage', 'type', 'schedule'] as const

const refuseDuringCanary = (controlled: string): Refusal<'canary_running'> =>
  refusal('canary_running', `A running canary controls ${controlled}. Stop it, or change it with POST …/canary/update`)

/** Applies the members of a change; null removes a member. */
const withMembers = (flag: StoredFlag, members: Omit<FlagChange, 'version' | 'reason'>): StoredFlag =>
  Object.fromEntries(
    Object.entries({ ...flag, ...members }).filter(([, value]) => value !== null),
  ) as unknown as StoredFlag

/** Members that only one type has. A change of type drops those that the change does not contain. */
const FIELDS_OF_TYPE = {
  boolean: [],
  percentage: ['percentage'],
  variant: ['percentage', 'variants'],
} as const

const withoutOtherTypes = (flag: StoredFlag, members: Partial<FlagChange>): StoredFlag => {
  const keptFields: readonly string[] = FIELDS_OF_TYPE[flag.type]
  const droppedFields = FIELDS_OF_TYPE.variant.filter(
    (name) => !keptFields.includes(name) && members[name] === undefined,
  )
  return Object.fromEntries(
    Object.entries(flag).filter(([name]) => !(droppedFields as readonly string[]).includes(name)),
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
  const controlled = MOVED_BY_CANARY.find((name) => members[name] !== undefined)
  if (isInCanary(before) && controlled) return refuseDuringCanary(controlled)
  const base = members.percentage === undefined ? before : withCanaryOverruled(before)
  const isOtherType = members.type !== undefined && members.type !== before.type
  const changed = withMembers(base, members)
  if (changed.type === 'boolean') {
    // A flag that becomes boolean loses its share, so its whole schedule is checked, and any percentage refused.
    const schedule = isOtherType ? changed.schedule : members.schedule
    refusePercentageOfBoolean({ ...members, schedule }, isOtherType ? undefined : before.percentage)
  }
  const {
    createdAt: _created,
    updatedAt: _updated,
    ...merged
  } = isOtherType ? withoutOtherTypes(changed, members) : changed
  // A default that was not set follows from the other members, also when they change.
  const isDerivedDefault = members.default === undefined && (isOtherType || before.default === defaultOf(before))
  const draft = isDerivedDefault ? { ...merged, default: defaultOf(merged) } : merged
  return { key, action: 'updated', flag: unversionedFlag(checkedDraft(snapshot, draft, before)) }
}

export const planRemoval = (snapshot: StoredSnapshot, { key }: StoredFlag): FlagWrite | Refusal<'flag_in_use'> => {
  const dependents = snapshot.flags.filter(({ prerequisites = [] }) => prerequisites.some(({ flag }) => flag === key))
  if (dependents.length > 0) {
    const flags = dependents.map((flag) => flag.key)
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
  if (before && isInCanary(before)) return refuseDuringCanary('the flag')
  // A canary that was running then is not restarted.
  const { canary: _canary, schedule = [], ...settled } = settleSchedule(flag as StoredFlag, at)
  const futureChanges = schedule.filter((change) => Date.parse(change.at) > now.getTime())
  if (settled.type === 'boolean') refusePercentageOfBoolean({ schedule: futureChanges }, undefined)
  const {
    createdAt: _created,
    updatedAt: _updated,
    ...draft
  } = { ...settled, ...(futureChanges.length > 0 ? { schedule: futureChanges } : {}) }
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
