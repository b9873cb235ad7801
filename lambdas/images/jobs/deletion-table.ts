import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { CloudEvent } from '@signet/contracts/events'
import { epochSeconds, ifConditionHeld } from '@signet/kernel'
import { settlementTable } from '@signet/ledger'
import { deletedEvent, endedEvent } from './job-events.ts'
import { type JobKey, jobItemKey, keyOf, openEntry } from './job-keys.ts'
import { isTerminal, type JobRow } from './job-row.ts'
import { type JobTableDeps, jobWorkerTable } from './job-worker-table.ts'
import { settledWrite } from './settled-write.ts'

/** A job that was replaced by a tombstone, which stores the job's events until they are published. */
export interface DeletedJob {
  /** The row before the deletion, without long texts. */
  readonly row: JobRow
  /** The deletion event, preceded by the end of the job if that was not published. */
  readonly events: readonly CloudEvent[]
}

export interface DeletionTable {
  /**
   * Marks a completed job before its images are removed, so that the sweeper can finish an interrupted deletion. The
   * job can still be read. Does nothing for other jobs and for jobs that are already marked.
   */
  beginRemoval(row: JobRow): Promise<void>
  /**
   * Replaces the row by a tombstone; undefined if the row does not exist. Releases the credits of a queued job; charges
   * a job in progress. With `requiredState`, a job in another state stays unchanged.
   */
  softDelete(key: JobKey, requiredState?: JobRow['state']): Promise<DeletedJob | undefined>
  /** Returns whether the job was deleted and some of its objects may remain. */
  hasLeftovers(key: JobKey): Promise<boolean>
  /** Marks all objects of a deleted job as removed. `isPublished`: its events are known to be published. */
  noteRemoved(key: JobKey, isPublished: boolean): Promise<void>
}

const TOMBSTONE_SECONDS = 7 * 86_400

const tombstonePut = (table: string, row: JobRow, at: Date, events: DeletedJob['events']) => ({
  TableName: table,
  Item: {
    ...jobItemKey(keyOf(row)),
    ...openEntry(keyOf(row), at.toISOString()),
    deleted_at: at.toISOString(),
    ttl: epochSeconds(at) + TOMBSTONE_SECONDS,
    events: JSON.stringify(events),
  },
  ConditionExpression: '#state = :state AND attribute_not_exists(deleted_at) AND expires_at > :now',
  ExpressionAttributeNames: { '#state': 'state' },
  ExpressionAttributeValues: { ':now': epochSeconds(at), ':state': row.state },
})

const removalMark = (table: string, row: JobRow, at: Date) => {
  const { gsi1pk, gsi1sk } = openEntry(keyOf(row), at.toISOString())
  return {
    TableName: table,
    Key: jobItemKey(keyOf(row)),
    UpdateExpression: 'SET removal_began_at = :at, gsi1pk = :open, gsi1sk = :since',
    ConditionExpression: '#state = :completed AND attribute_not_exists(removal_began_at)',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: {
      ':at': at.toISOString(),
      ':open': gsi1pk,
      ':since': gsi1sk,
      ':completed': 'completed',
    },
  }
}

const removedMark = (table: string, key: JobKey, at: Date, isPublished: boolean) => ({
  TableName: table,
  Key: jobItemKey(key),
  UpdateExpression: isPublished ? 'SET removed_at = :now REMOVE events' : 'SET removed_at = :now',
  ConditionExpression: 'attribute_exists(deleted_at)',
  ExpressionAttributeValues: { ':now': at.toISOString() },
})

/** Deletions of jobs. Each step is one conditional write; after an interruption, the next caller continues. */
export const deletionTable = (deps: JobTableDeps): DeletionTable => {
  const { db, table, now } = deps
  const { get } = jobWorkerTable({ db, table, now })
  const settlement = settlementTable(deps)
  const write = settledWrite(deps)

  const softDelete = async (key: JobKey, requiredState?: JobRow['state']): Promise<DeletedJob | undefined> => {
    const row = await get(key)
    if (!row || row.state !== (requiredState ?? row.state)) return undefined
    const at = now()
    const events = [...(row.event_pending ? [endedEvent(row)] : []), deletedEvent(row, at)]
    const isWritten = await write({ Put: tombstonePut(table, row, at, events) }, async () => {
      if (isTerminal(row)) return []
      return row.state === 'queued' ? settlement.release(row) : settlement.capture(row)
    })
    // The row changed in the meantime: its state decides what the deletion settles.
    return isWritten ? { row, events } : softDelete(key, requiredState)
  }

  return {
    async beginRemoval(row) {
      if (row.removal_began_at !== undefined) return
      await ifConditionHeld(db.send(new UpdateCommand(removalMark(table, row, now()))))
    },
    softDelete,
    async hasLeftovers(key) {
      const { Item } = await db.send(new GetCommand({ TableName: table, Key: jobItemKey(key), ConsistentRead: true }))
      return Item?.deleted_at !== undefined && Item.removed_at === undefined
    },
    async noteRemoved(key, isPublished) {
      // The sweeper may already have deleted the tombstone.
      await ifConditionHeld(db.send(new UpdateCommand(removedMark(table, key, now(), isPublished))))
    },
  }
}
