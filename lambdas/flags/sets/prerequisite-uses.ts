import { canonicalText, type FieldError } from '@signet/contracts'
import { listed } from './listed.ts'
import { flagOf, type StoredFlag, type StoredSnapshot } from './stored-flag.ts'

interface Unmet {
  readonly key: string
  readonly field: string
  readonly needed: string
  /** The variant that is missing; undefined if the needed flag is archived. */
  readonly variant: string | undefined
}

const variantsOf = ({ type, variants, rules, schedule = [] }: StoredFlag): ReadonlySet<string> => {
  if (type !== 'variant') return new Set(['on', 'off'])
  const last: Pick<StoredFlag, 'variants' | 'rules'> = Object.assign(
    { variants, rules },
    ...schedule.map(({ set }) => set),
  )
  const given = [...(last.variants ?? []), ...(last.rules ?? []).flatMap(({ split }) => split?.variants ?? [])]
  return new Set(given.map(({ key }) => key))
}

/**
 * Lists the prerequisites of a flag that cannot be met. An archived flag is not evaluated, so its prerequisites are
 * ignored.
 */
const unmetOf = (
  { key, archived, prerequisites = [] }: StoredFlag,
  flags: ReadonlyMap<string, StoredFlag>,
  variantsGivenBy: (flag: StoredFlag) => ReadonlySet<string>,
): Unmet[] => {
  if (archived) return []
  return prerequisites.flatMap(({ flag: needed, variants = [] }, i): Unmet[] => {
    const flag = flags.get(needed)
    if (!flag) return []
    if (flag.archived) return [{ key, field: `prerequisites.${i}.flag`, needed, variant: undefined }]
    return variants.flatMap((variant, n) =>
      variantsGivenBy(flag).has(variant) ? [] : [{ key, field: `prerequisites.${i}.variants.${n}`, needed, variant }],
    )
  })
}

const unmetIn = ({ flags }: StoredSnapshot): Unmet[] => {
  const byKey = new Map(flags.map((flag) => [flag.key, flag]))
  const variantsByFlag = new Map<string, ReadonlySet<string>>()
  const variantsGivenBy = (flag: StoredFlag): ReadonlySet<string> => {
    const variants = variantsByFlag.get(flag.key) ?? variantsOf(flag)
    variantsByFlag.set(flag.key, variants)
    return variants
  }
  return flags.flatMap((flag) => unmetOf(flag, byKey, variantsGivenBy))
}

const nameOf = ({ key, needed, variant }: Unmet): string => JSON.stringify([key, needed, variant])

const ownError = ({ field, needed, variant }: Unmet): FieldError =>
  variant === undefined
    ? { field, message: `names ${needed}, which is archived and cannot be met` }
    : { field, message: `names "${variant}", which is not a variant of ${needed}` }

const OF_VARIANTS = ['type', 'variants', 'rules', 'schedule'] as const

const dependentErrors = (before: StoredFlag | undefined, after: StoredFlag | undefined, taken: readonly Unmet[]) => {
  const archived = taken.filter(({ variant }) => variant === undefined).map(({ key }) => key)
  const variants = taken.flatMap(({ key, variant }) => (variant === undefined ? [] : [`${key} ("${variant}")`]))
  const text = (value: unknown): string => canonicalText(value ?? null)
  const changed = OF_VARIANTS.find((name) => text(before?.[name]) !== text(after?.[name])) ?? 'variants'
  return [
    ...(archived.length > 0
      ? [{ field: 'archived', message: `must not be true for a prerequisite of other flags: ${listed(archived)}` }]
      : []),
    ...(variants.length > 0
      ? [
          {
            field: changed,
            message: `must retain variants that prerequisites of other flags require: ${listed(variants)}`,
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
  const already = new Set(unmetIn(before).map(nameOf))
  const newUnmet = unmet.filter((each) => !already.has(nameOf(each)))
  const taken = newUnmet.filter(({ key }) => key !== changedKey)
  return [
    ...newUnmet.filter(({ key }) => key === changedKey).map(ownError),
    ...dependentErrors(flagOf(before, changedKey), flagOf(after, changedKey), taken),
  ]
}
