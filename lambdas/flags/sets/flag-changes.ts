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
 * Refuses a percentage of a boolean flag: only a canary sets one, which remains when the canary ends.
 * @throws Refusal 400 naming the field
 */
const refusePercentageOfBoolean = (
  { percentage, schedule }: PercentageInputs,
  currentPercentage: number | undefined,
): void => {
  const message = 'applies only to flags of type percentage or variant; for a boolean flag, only a canary can set it'
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

/** Creates a flag. Returns 409 if the key exists. @throws Refusal 400 */
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
    return refusal('flag_exists', `The flag ${key} already exists: change it with PATCH /flags/${key}`)
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

const CANARY_FIELDS = ['percentage', 'type', 'schedule'] as const

const canaryRunningRefusal = (controlled: string): Refusal<'canary_running'> =>
  refusal('canary_running', `A running canary controls ${controlled}. Stop it, or change it with POST …/canary/update`)

/** Applies the fields of a change; null removes a field. */
const withFields = (flag: StoredFlag, fields: Omit<FlagChange, 'version' | 'reason'>): StoredFlag =>
  Object.fromEntries(
    Object.entries({ ...flag, ...fields }).filter(([, value]) => value !== null),
  ) as unknown as StoredFlag

/** Fields that only some types have. A change of type drops those that the change does not contain. */
const FIELDS_OF_TYPE = {
  boolean: [],
  percentage: ['percentage'],
  variant: ['percentage', 'variants'],
} as const

const withoutOtherTypes = (flag: StoredFlag, fields: Partial<FlagChange>): StoredFlag => {
  const keptFields: readonly string[] = FIELDS_OF_TYPE[flag.type]
  const droppedFields = FIELDS_OF_TYPE.variant.filter(
    (name) => !keptFields.includes(name) && fields[name] === undefined,
  )
  return Object.fromEntries(
    Object.entries(flag).filter(([name]) => !(droppedFields as readonly string[]).includes(name)),
  ) as unknown as StoredFlag
}

/** Changes fields of a flag. Returns 404, or 409 while a canary controls a field. @throws Refusal 400 */
export const planChange = (
  snapshot: StoredSnapshot,
  key: string,
  change: FlagChange,
): FlagWrite | Refusal<'not_found' | 'canary_running'> => {
  const { version: _version, reason: _reason, ...fields } = change
  const before = existingFlag(snapshot, key)
  if (before instanceof Refusal) return before
  // The kill switch works at any time, also during a canary.
  const controlled = CANARY_FIELDS.find((name) => fields[name] !== undefined)
  if (isInCanary(before) && controlled) return canaryRunningRefusal(controlled)
  const base = fields.percentage === undefined ? before : withCanaryOverruled(before)
  const isOtherType = fields.type !== undefined && fields.type !== before.type
  const changedFlag = withFields(base, fields)
  if (changedFlag.type === 'boolean') {
    // A flag that becomes boolean loses its percentage, so its whole schedule is checked and any percentage is refused.
    const schedule = isOtherType ? changedFlag.schedule : fields.schedule
    refusePercentageOfBoolean({ ...fields, schedule }, isOtherType ? undefined : before.percentage)
  }
  const {
    createdAt: _created,
    updatedAt: _updated,
    ...merged
  } = isOtherType ? withoutOtherTypes(changedFlag, fields) : changedFlag
  // A default that was not set is derived from the other fields, even when they change.
  const isDerivedDefault = fields.default === undefined && (isOtherType || before.default === defaultOf(before))
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
 * Reverts a flag to an earlier version, so that all users get the value of that version. Schedule steps that had taken
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
  if (before && isInCanary(before)) return canaryRunningRefusal('the flag')
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
 * Returns the flag on which a change is based; 404, or 409 with the current version if that is another version.
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
