import { DeleteCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { isConditionFailed } from '@signet/kernel'
import { type JobKey, jobItemKey, OPEN_PARTITIONS, readOpenEntry } from './job-keys.ts'
import type { TableDeps } from './job-table.ts'

/** An entry of the index: whose row it is, and since when it stands there. */
export interface OpenJob {
  readonly key: JobKey
  readonly since: Date
}

export interface OpenJobsTable {
  /** Jobs and tombstones that have been open since before `before`, oldest first in each partition. */
  openBefore(before: Date): AsyncIterable<OpenJob>
  /** Whether the row is the tombstone of a deleted job. */
  isBuried(key: JobKey): Promise<boolean>
  /** Removes a tombstone whose objects are gone; leaves anything else alone. */
  forget(key: JobKey): Promise<void>
}

/** The sparse index of what has not ended, for the sweeper (docs/adr/0005). */
export const openJobsTable = ({ db, table }: Omit<TableDeps, 'now'>): OpenJobsTable => ({
  async *openBefore(before) {
    for (const partition of OPEN_PARTITIONS) {
      let start: Record<string, unknown> | undefined
      do {
        const page = await db.send(
          new QueryCommand({
            TableName: table,
            IndexName: 'gsi1',
            KeyConditionExpression: 'gsi1pk = :open AND gsi1sk < :before',
            ExpressionAttributeValues: { ':open': partition, ':before': before.toISOString() },
            ...(start ? { ExclusiveStartKey: start } : {}),
          }),
        )
        for (const item of page.Items ?? []) yield readOpenEntry(item)
        start = page.LastEvaluatedKey
      } while (start)
    }
  },

  async isBuried(key) {
    const { Item } = await db.send(new GetCommand({ TableName: table, Key: jobItemKey(key), ConsistentRead: true }))
    return Item?.deleted_at !== undefined
  },

  async forget(key) {
    try {
      await db.send(
        new DeleteCommand({
          TableName: table,
          Key: jobItemKey(key),
          ConditionExpression: 'attribute_exists(deleted_at)',
        }),
      )
    } catch (error) {
      if (!isConditionFailed(error)) throw error
    }
  },
})
