import { type DynamoDBDocumentClient, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { conditionHeld } from '@signet/kernel'
import { literalStart, partitionOf, rowKey } from '@signet/kernel/row-kind'
import { lifecycleRow } from '../contract/lifecycle-row.ts'
import type { Lifecycle, Lifecycles } from './lifecycle.ts'

const PARTITION = partitionOf(lifecycleRow, {})
const SORT_KEY_PREFIX = literalStart(lifecycleRow.keys.sk)

export interface LifecycleTable {
  read(): Promise<Lifecycles>
  /** Stores the result of the check at `checkedAt`; false if a later check has already stored its result. */
  mark(modelId: string, lifecycle: Lifecycle, checkedAt: Date): Promise<boolean>
}

export const lifecycleTable = ({ db, table }: { db: DynamoDBDocumentClient; table: string }): LifecycleTable => ({
  async read() {
    const { Items = [] } = await db.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: 'pk = :models',
        ExpressionAttributeValues: { ':models': PARTITION },
      }),
    )
    return new Map(
      Items.map(({ sk, retires_at: retiresAt, missing_since: missingSince }) => [
        String(sk).slice(SORT_KEY_PREFIX.length),
        { ...(retiresAt ? { retiresAt } : {}), ...(missingSince ? { missingSince } : {}) },
      ]),
    )
  },

  async mark(modelId, { retiresAt, missingSince }, checkedAt) {
    const Item = {
      ...rowKey(lifecycleRow, { model: modelId }),
      ...(retiresAt ? { retires_at: retiresAt } : {}),
      ...(missingSince ? { missing_since: missingSince } : {}),
      checked_at: checkedAt.toISOString(),
    }
    return conditionHeld(
      db.send(
        new PutCommand({
          TableName: table,
          Item,
          ConditionExpression: 'attribute_not_exists(pk) OR checked_at < :now',
          ExpressionAttributeValues: { ':now': Item.checked_at },
        }),
      ),
    )
  },
})
