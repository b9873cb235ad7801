import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { ifConditionHeld, rowKey, type TableDeps } from '@signet/kernel'
import { balanceRow } from './account-rows.ts'

/**
 * Marks an account as closed after its organization was erased: no more statements are generated. Its ledger is
 * retained.
 */
export const closeAccount = async ({ db, table, now }: TableDeps, account: string): Promise<void> => {
  await ifConditionHeld(
    db.send(
      new UpdateCommand({
        TableName: table,
        Key: rowKey(balanceRow, { account }),
        UpdateExpression: 'SET closed_at = if_not_exists(closed_at, :at)',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':at': now().toISOString() },
      }),
    ),
  )
}
