import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { TableDeps } from '@signet/kernel'
import { filledIn } from '@signet/kernel/row-kind'
import { balanceRow } from './account-rows.ts'

/**
 * Accounts whose balance moved last in a month, in the order of their ids, after one of them. The index is eventually
 * consistent, and an account leaves a month as soon as it moves in a later one.
 */
export const movedAccounts =
  ({ db, table }: Pick<TableDeps, 'db' | 'table'>) =>
  async (month: string, after: string, limit: number): Promise<readonly string[]> => {
    const { Items = [] } = await db.send(
      new QueryCommand({
        TableName: table,
        IndexName: 'gsi1',
        KeyConditionExpression: 'gsi1pk = :month AND gsi1sk > :after',
        ExpressionAttributeValues: { ':month': filledIn(balanceRow.index.gsi1pk, { month }), ':after': after },
        Limit: limit,
      }),
    )
    return Items.map(({ gsi1sk }) => String(gsi1sk))
  }
