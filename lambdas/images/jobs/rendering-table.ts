import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { conditionHeld } from '@signet/kernel'
import { jobItemKey, keyOf } from './job-keys.ts'
import type { JobRow, Rendering } from './job-row.ts'

export interface RenderingTable {
  /**
   * Notes the other model that is going to draw, before it is asked, so that a run after a crash goes on with it. False
   * if the job is not being painted any more.
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
