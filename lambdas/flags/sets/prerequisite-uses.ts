import { canonicalText, type FieldError } from '@signet/contracts'
import { abbreviatedList } from './abbreviated-list.ts'
import { flagOf, type StoredFlag, type StoredSnapshot } from './stored-flag.ts'

interface UnmetPrerequisite {
  /** Key of the flag that has the prerequisite. */
  readonly key: string
  readonly field: string
  /** Key of the required flag. */
  readonly needed: string
  /** The required variant that the flag does not have; undefined if the required flag is archived. */
  readonly variant: string | undefined
}

const variantsOf = ({ type, variants, rules, schedule = [] }: StoredFlag): ReadonlySet<string> => {
  if (type !== 'variant') return new Set(['on', 'off'])
  const finalFields: Pick<StoredFlag, 'variants' | 'rules'> = Object.assign(
    { variants, rules },
    ...schedule.map(({ set }) => set),
  )
  const possibleVariants = [
    ...(finalFields.variants ?? []),
    ...(finalFields.rules ?? []).flatMap(({ split }) => split?.variants ?? []),
  ]
  return new Set(possibleVariants.map(({ key }) => key))
}

/**
 * Lists the prerequisites of a flag that cannot be met. An archived flag is not evaluated, so its prerequisites are
 * ignored.
 */
const unmetOf = (
  { key, archived, prerequisites = [] }: StoredFlag,
  flags: ReadonlyMap<string, StoredFlag>,
  variantKeysOf: (flag: StoredFlag) => ReadonlySet<string>,
): UnmetPrerequisite[] => {
  if (archived) return []
  return prerequisites.flatMap(({ flag: needed, variants = [] }, i): UnmetPrerequisite[] => {
    const flag = flags.get(needed)
    if (!flag) return []
    if (flag.archived) return [{ key, field: `prerequisites.${i}.flag`, needed, variant: undefined }]
    return variants.flatMap((variant, n) =>
      variantKeysOf(flag).has(variant) ? [] : [{ key, field: `prerequisites.${i}.variants.${n}`, needed, variant }],
    )
  })
}

const unmetIn = ({ flags }: StoredSnapshot): UnmetPrerequisite[] => {
  const byKey = new Map(flags.map((flag) => [flag.key, flag]))
  const variantsByFlag = new Map<string, ReadonlySet<string>>()
  const variantKeysOf = (flag: StoredFlag): ReadonlySet<string> => {
    const variants = variantsByFlag.get(flag.key) ?? variantsOf(flag)
    variantsByFlag.set(flag.key, variants)
    return variants
  }
  return flags.flatMap((flag) => unmetOf(flag, byKey, variantKeysOf))
}

const identityOf = ({ key, needed, variant }: UnmetPrerequisite): string => JSON.stringify([key, needed, variant])

const errorOfChangedFlag = ({ field, needed, variant }: UnmetPrerequisite): FieldError =>
  variant === undefined
    ? { field, message: `names ${needed}, which is archived and cannot be a prerequisite` }
    : { field, message: `names "${variant}", which is not a variant of ${needed}` }

const VARIANT_FIELDS = ['type', 'variants', 'rules', 'schedule'] as const

const dependentErrors = (
  before: StoredFlag | undefined,
  after: StoredFlag | undefined,
  unmet: readonly UnmetPrerequisite[],
) => {
  const archived = unmet.filter(({ variant }) => variant === undefined).map(({ key }) => key)
  const variants = unmet.flatMap(({ key, variant }) => (variant === undefined ? [] : [`${key} ("${variant}")`]))
  const textOf = (value: unknown): string => canonicalText(value ?? null)
  const changedField = VARIANT_FIELDS.find((name) => textOf(before?.[name]) !== textOf(after?.[name])) ?? 'variants'
  return [
    ...(archived.length > 0
      ? [
          {
            field: 'archived',
            message: `must not be true for a prerequisite of other flags: ${abbreviatedList(archived)}`,
          },
        ]
      : []),
    ...(variants.length > 0
      ? [
          {
            field: changedField,
            message: `must retain variants that prerequisites of other flags require: ${abbreviatedList(variants)}`,
          },
        ]
      : []),
  ]
}

/**
 * Reports the prerequisites that a write of this flag makes impossible to meet. Those that were impossible before do
 * not block the write.
 */
export const unmetErrors = (before: StoredSnapshot, after: StoredSnapshot, changedKey: string): FieldError[] => {
  const unmet = unmetIn(after)
  if (unmet.length === 0) return []
  const unmetBefore = new Set(unmetIn(before).map(identityOf))
  const newUnmet = unmet.filter((each) => !unmetBefore.has(identityOf(each)))
  const dependentUnmet = newUnmet.filter(({ key }) => key !== changedKey)
  return [
    ...newUnmet.filter(({ key }) => key === changedKey).map(errorOfChangedFlag),
    ...dependentErrors(flagOf(before, changedKey), flagOf(after, changedKey), dependentUnmet),
  ]
}
