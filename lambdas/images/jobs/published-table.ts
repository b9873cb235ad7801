import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { conditionHeld, type TableDeps } from '@signet/kernel'
import { dueEntry, jobItemKey, keyOf } from './job-keys.ts'
import type { JobRow } from './job-row.ts'
import { nextDue } from './job-timing.ts'

export interface PublishedTable {
  /** Marks the end of a job as published. A row that is already marked or deleted stays unchanged. */
  markPublished(row: JobRow): Promise<void>
}

/** The row of an ended job is the outbox of its event (docs/adr/0020). */
export const publishedTable = ({ db, table }: Pick<TableDeps, 'db' | 'table'>): PublishedTable => ({
  async markPublished(row) {
    const { event_pending: _, ...published } = row
    await conditionHeld(
      db.send(
        new UpdateCommand({
          TableName: table,
          Key: jobItemKey(keyOf(row)),
          UpdateExpression: 'SET gsi1sk = :nextDue REMOVE event_pending',
          // Until the event is published, only a deletion moves the index entry. The sweeper then publishes the event
          // from the tombstone.
          ConditionExpression: 'event_pending = :true AND attribute_not_exists(removal_began_at)',
          ExpressionAttributeValues: { ':nextDue': dueEntry(keyOf(row), nextDue(published)).gsi1sk, ':true': true },
        }),
      ),
    )
  },
})
