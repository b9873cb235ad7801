import { eraseRows, rowTable, type TableDeps } from '@signet/kernel'
import type { RowKeys, RowKind } from '@signet/kernel/row-kind'
import pMap from 'p-map'
import { type Account, partitionsOf, partsOf } from './owned-rows.ts'
import { type ErasedPartition, erasureOrder, ownsPartition } from './row-plan.ts'
import { ownersOf, type ServiceErasure } from './service-erasure.ts'

const CONCURRENCY = { concurrency: 16 }

/** Deletes rows by their keys in partitions that other owners share. Skips rows of another owner. */
const eraseByKeys = async (deps: TableDeps, kind: RowKeys, owner: string): Promise<void> => {
  const rows = rowTable(kind as RowKind, deps)
  const expected = kind.ownerMember === undefined ? {} : { [kind.ownerMember]: owner }
  for await (const page of partsOf(deps, kind, owner))
    await pMap(page, (parts) => rows.remove(parts, expected), CONCURRENCY)
}

const erasePartitions = async (
  deps: TableDeps,
  { kind, keyPrefixes }: ErasedPartition,
  owner: string,
): Promise<void> => {
  for await (const { pk } of partitionsOf(deps, kind, owner))
    for (const startsWith of keyPrefixes) await eraseRows(deps, { pk, startsWith })
}

/**
 * Erases the rows of an account, after the data that they refer to. It may be interrupted anywhere and repeated,
 * because rows that are needed to find other rows are deleted after them.
 */
export const eraseAccount = async (
  deps: TableDeps,
  kinds: readonly RowKeys[],
  account: Account,
  special: ServiceErasure = {},
): Promise<'done' | 'working'> => {
  if ((await special.before?.(account)) === 'working') return 'working'
  for (const partition of erasureOrder(kinds))
    for (const owner of await ownersOf(partition.kind, account, special)) {
      if (ownsPartition(partition.kind)) await erasePartitions(deps, partition, owner)
      else for (const kind of partition.kinds) await eraseByKeys(deps, kind, owner)
    }
  return 'done'
}
