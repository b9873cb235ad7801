import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { rowKey, type TableDeps } from '@signet/kernel'
import type { Account } from './account.ts'
import { balanceRow } from './account-rows.ts'

/** Reads the balance of an account; undefined if it was never used. */
export const readAccount = async (
  { db, table }: Pick<TableDeps, 'db' | 'table'>,
  id: string,
): Promise<Account | undefined> => {
  const Key = rowKey(balanceRow, { account: id })
  const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }))
  if (!Item) return undefined
  const { pk: _pk, sk: _sk, gsi1pk: _gsi1pk, gsi1sk: _gsi1sk, ...balance } = Item
  return { ...balance, id } as Account
}
