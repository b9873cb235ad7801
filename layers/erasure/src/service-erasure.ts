import type { RowKeys } from '@signet/kernel/row-kind'
import type { ExportFile } from './export-files.ts'
import type { Account, Item, Parts } from './owned-rows.ts'
import { ownerPart } from './row-plan.ts'

export interface ExportedRow {
  readonly row: Item
  /** The record that is exported unless the service derives another: no keys and no members in `without`. */
  readonly record: Item
  readonly parts: Parts
}

export type RecordsOf = (row: ExportedRow, account: Account) => Promise<readonly object[]> | readonly object[]

/** The work of a service that does not follow from its row kinds: objects in buckets, secrets, other systems. */
export interface ServiceErasure {
  /** Deletes what rows of the table lead to, before the rows. `working`: the rest is deleted in the next round. */
  readonly before?: (account: Account) => Promise<'done' | 'working'>
  /** Owners by the name of their part, where they are neither the organization nor the person. */
  readonly owners?: Readonly<Record<string, (account: Account) => Promise<readonly string[]>>>
  readonly records?: ReadonlyMap<RowKeys, RecordsOf>
  readonly files?: (account: Account) => AsyncIterable<ExportFile>
}

export const ownersOf = async (
  kind: RowKeys,
  account: Account,
  { owners = {} }: ServiceErasure,
): Promise<readonly string[]> => {
  const ownersIn = owners[ownerPart(kind)]
  if (ownersIn) return ownersIn(account)
  const id = kind.owner === 'person' ? account.user_id : account.org_id
  return id === null ? [] : [id]
}
