import type { FunctionAccess } from '@signet/kernel/access'
import type { RowKeys } from '@signet/kernel/row-kind'
import { erasureOrder, exportOf, ownsPartition, parentsOf } from './row-plan.ts'

type Rows = NonNullable<FunctionAccess['rows']>

const rowWordOf = ({ prefix }: RowKeys): string => prefix.slice(0, -1)

/**
 * Returns the rights on rows that erasing and exporting the kinds requires, merged with `rows`. Rows whose keys come from
 * rows of other kinds also require a query of those kinds.
 */
export const erasureRights = (kinds: readonly RowKeys[], rows: Rows): Rows => {
  const erased = erasureOrder(kinds).flatMap((partition) => partition.kinds)
  const exported = kinds.filter((kind) => exportOf(kind))
  const ancestorsOf = (kind: RowKeys): readonly RowKeys[] =>
    parentsOf(kind).flatMap((parent) => [parent, ...ancestorsOf(parent)])
  const queried = [...erased.filter(ownsPartition), ...exported, ...[...erased, ...exported].flatMap(ancestorsOf)]
  const verbs = [
    ...queried.map((kind) => [rowWordOf(kind), 'query'] as const),
    ...erased.map((kind) => [rowWordOf(kind), 'delete'] as const),
    ...Object.entries(rows).flatMap(([word, all]) => all.map((verb) => [word, verb] as const)),
  ]
  const byWord = Map.groupBy(verbs, ([word]) => word)
  return Object.fromEntries(
    [...byWord].map(([word, pairs]) => [word, [...new Set(pairs.map(([, verb]) => verb))].toSorted()]),
  )
}
