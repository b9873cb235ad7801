import type { RowKeys } from '@signet/kernel/row-kind'
import type { ExportFile } from './export-files.ts'
import type { Account, Item, Parts } from './owned-rows.ts'
import { ownerPart } from './row-plan.ts'

export interface ExportedRow {
  readonly row: Item
  /** The record to export unless the service derives another one: excludes keys and the members in `without`. */
  readonly record: Item
  readonly parts: Parts
}

export type RecordsOf = (row: ExportedRow, account: Account) => Promise<readonly object[]> | readonly object[]

/** Work of a service beyond its row kinds: objects in buckets, secrets, other systems. */
export interface ServiceErasure {
  /**
   * Deletes data that rows of the table refer to, before the rows. `working`: the rest is deleted in the next round.
   */
  readonly before?: (account: Account) => Promise<'done' | 'working'>
  /** Owner IDs by the name of their key part, for owners other than the organization and the user. */
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
