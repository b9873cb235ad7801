import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { TableDeps } from '@signet/kernel'
import { fillTemplate } from '@signet/kernel/row-kind'
import { balanceRow } from './account-rows.ts'

/**
 * Lists accounts whose balance last changed in a month, ordered by ID, starting after the account `after`. The index is
 * eventually consistent, and an account is removed from a month as soon as it changes in a later one.
 */
export const movedAccounts =
  ({ db, table }: Pick<TableDeps, 'db' | 'table'>) =>
  async (month: string, after: string, limit: number): Promise<readonly string[]> => {
    const { Items = [] } = await db.send(
      new QueryCommand({
        TableName: table,
        IndexName: 'gsi1',
        KeyConditionExpression: 'gsi1pk = :month AND gsi1sk > :after',
        ExpressionAttributeValues: { ':month': fillTemplate(balanceRow.index.gsi1pk, { month }), ':after': after },
        Limit: limit,
      }),
    )
    return Items.map(({ gsi1sk }) => String(gsi1sk))
  }
