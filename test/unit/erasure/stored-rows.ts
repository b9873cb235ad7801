import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { TABLE, type TableWorld } from '../../support/table-world.ts'
import type { Item } from './account-rows.ts'

export const putRows = async ({ db }: Pick<TableWorld, 'db'>, rows: readonly Item[]): Promise<void> => {
  for (const row of rows) await db.send(new PutCommand({ TableName: TABLE, Item: { ...row } }))
}
