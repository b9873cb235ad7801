import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { isConditionFailed } from '@signet/kernel'
import { jobItemKey, keyOf } from './job-keys.ts'
import type { Drawn, JobRow } from './job-row.ts'

export interface DrawnTable {
  /**
   * Notes that another model is going to draw, before it is asked: a run after a crash goes on with that one. False when
   * the job is not being painted any more.
   */
  handOver(row: JobRow, drawn: Drawn): Promise<boolean>
}

/** Who draws a job that is being painted. */
export const drawnTable = ({ db, table }: { db: DynamoDBDocumentClient; table: string }): DrawnTable => ({
  async handOver(row, drawn) {
    try {
      await db.send(
        new UpdateCommand({
          TableName: table,
          Key: jobItemKey(keyOf(row)),
          UpdateExpression: 'SET drawn = :drawn',
          ConditionExpression: '#state = :processing',
          ExpressionAttributeNames: { '#state': 'state' },
          ExpressionAttributeValues: { ':drawn': drawn, ':processing': 'processing' },
        }),
      )
      return true
    } catch (error) {
      if (isConditionFailed(error)) return false
      throw error
    }
  },
})
