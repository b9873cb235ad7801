import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { conditionHeld } from '@signet/kernel'
import { jobItemKey, keyOf } from './job-keys.ts'
import type { JobRow, Rendering } from './job-row.ts'

export interface RenderingTable {
  /**
   * Records the fallback model before it is called, so that a run after a crash continues with it. Returns false if the
   * job is no longer in processing.
   */
  recordFallback(row: JobRow, rendering: Rendering): Promise<boolean>
}

export const renderingTable = ({ db, table }: { db: DynamoDBDocumentClient; table: string }): RenderingTable => ({
  async recordFallback(row, rendering) {
    return conditionHeld(
      db.send(
        new UpdateCommand({
          TableName: table,
          Key: jobItemKey(keyOf(row)),
          UpdateExpression: 'SET rendering = :rendering',
          ConditionExpression: '#state = :processing',
          ExpressionAttributeNames: { '#state': 'state' },
          ExpressionAttributeValues: { ':rendering': rendering, ':processing': 'processing' },
        }),
      ),
    )
  },
})
