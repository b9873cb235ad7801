import { GetCommand } from '@aws-sdk/lib-dynamodb'
import type { TableDeps } from '@signet/kernel'
import type { Account } from './account.ts'
import { balanceItemKey } from './account-keys.ts'

/** The balance of an account; undefined when it was never used. */
export const readAccount = async (
  { db, table }: Pick<TableDeps, 'db' | 'table'>,
  id: string,
): Promise<Account | undefined> => {
  const { Item } = await db.send(new GetCommand({ TableName: table, Key: balanceItemKey(id), ConsistentRead: true }))
  if (!Item) return undefined
  const { pk: _pk, sk: _sk, ...balance } = Item
  return { ...balance, id } as Account
}
