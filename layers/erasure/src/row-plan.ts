import { literalStart, type RowKeys } from '@signet/kernel/row-kind'

const PART = /<([a-z][A-Za-z0-9_]*)>/g

export const partNames = (template: string): readonly string[] =>
  [...template.matchAll(PART)].map(([, name]) => name as string)

const isListOfKinds = (within: RowKeys['within']): within is readonly RowKeys[] => Array.isArray(within)

export const parentsOf = ({ within }: RowKeys): readonly RowKeys[] => (isListOfKinds(within) ? within : [])

export const fixedParts = ({ within = {} }: RowKeys): Readonly<Record<string, readonly string[]>> =>
  isListOfKinds(within) ? {} : within

/**
 * Returns the key part that names the owner.
 * @throws TypeError if it does not follow from the kind
 */
export const ownerPart = (kind: RowKeys): string => {
  const parents = parentsOf(kind)
  if (parents[0]) return ownerPart(parents[0])
  const names = partNames(kind.keys.pk).filter((name) => !(name in fixedParts(kind)))
  if (names.length !== 1)
    throw new TypeError(
      `${kind.name}: the partition key has ${names.length} parts that could name the owner; expected 1`,
    )
  return names[0] as string
}

/** Returns whether the partition belongs to the owner alone. If not, rows are deleted one by one, by their keys. */
export const ownsPartition = (kind: RowKeys): boolean => partNames(kind.keys.pk).includes(ownerPart(kind))

export const isErased = ({ owner, erasure }: RowKeys): boolean => owner !== 'platform' && erasure === undefined

export const exportOf = ({ exported }: RowKeys): Extract<RowKeys['exported'], { readonly file: string }> | undefined =>
  exported && 'file' in exported ? exported : undefined

/**
 * The kinds of rows that are erased in one partition. `kind` is the first of them, by which the partition is found.
 * `keyPrefixes` contains the starts of their sort keys, or only the empty text if all rows of the partition are erased.
 */
export interface ErasedPartition {
  readonly kind: RowKeys
  readonly kinds: readonly RowKeys[]
  readonly keyPrefixes: readonly string[]
}

const partitionsOf = (kinds: readonly RowKeys[]): readonly ErasedPartition[] => {
  const groups = Map.groupBy(kinds, ({ prefix, keys }) => `${prefix}${keys.pk}`)
  return [...groups.values()].flatMap((all) => {
    const erased = all.filter(isErased)
    const [kind] = erased
    if (!kind) return []
    const keyPrefixes = erased.length === all.length ? [''] : erased.map(({ keys }) => literalStart(keys.sk))
    return [{ kind, kinds: erased, keyPrefixes }]
  })
}

/**
 * Ranks partitions for the erasure. Rows of tenants precede a user's list of tenants. Names are last, because another
 * owner can then take them.
 */
const rankOf = ({ kind }: ErasedPartition): number =>
  kind.owner === 'tenant' ? 0 : kind.ownerMember === undefined ? 1 : 2

/**
 * Orders the partitions to erase, children before parents, so that a repetition after a crash finds the remaining rows.
 */
export const erasureOrder = (kinds: readonly RowKeys[]): readonly ErasedPartition[] => {
  const partitions = partitionsOf(kinds).toSorted((a, b) => rankOf(a) - rankOf(b))
  const ordered = new Set<ErasedPartition>()
  const add = (partition: ErasedPartition): void => {
    const isChild = ({ kinds: others }: ErasedPartition) =>
      others.some((kind) => parentsOf(kind).some((parent) => partition.kinds.includes(parent)))
    for (const other of partitions) if (isChild(other)) add(other)
    ordered.add(partition)
  }
  for (const partition of partitions) add(partition)
  return [...ordered]
}
