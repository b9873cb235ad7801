import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { CloudEvent } from '@signet/contracts/events'
import { epochSeconds, ifConditionHeld } from '@signet/kernel'
import { settlementTable } from '@signet/ledger'
import { deletedEvent, endedEvent } from './job-events.ts'
import { type JobKey, jobItemKey, keyOf, openEntry } from './job-keys.ts'
import { isTerminal, type JobRow } from './job-row.ts'
import { type JobTableDeps, jobWorkerTable } from './job-worker-table.ts'
import { settledWrite } from './settled-write.ts'

/** A job that was replaced by a tombstone, which keeps the events that tell of it until they are sent. */
export interface SoftDeleted {
  /** As it was, but for long texts. */
  readonly row: JobRow
  /** That it was deleted, and before that its end, where nobody had told of it. */
  readonly events: readonly CloudEvent[]
}

/** The steps of a deletion. */
export interface DeletionTable {
  /**
   * Notes that the images of a completed job are about to be removed, so that the sweeper finishes what is cut off from
   * here on. The job can still be read. Leaves any other job alone, and one of which that is noted.
   */
  beginRemoval(row: JobRow): Promise<void>
  /**
   * Replaces the row by a tombstone; undefined when there was none.
   * What a queued job holds is released; one that is being worked on is charged. With `only`, a job in another state is
   * left alone.
   */
  softDelete(key: JobKey, only?: JobRow['state']): Promise<SoftDeleted | undefined>
  /** Whether the job was deleted and something that it stored may be left. */
  hasLeftovers(key: JobKey): Promise<boolean>
  /** Notes that everything that a deleted job stored is removed, and whether its events are known to be on the bus. */
  noteRemoved(key: JobKey, isTold: boolean): Promise<void>
}

/** How long a tombstone stands at most, should no sweeper come by. */
const TOMBSTONE_SECONDS = 7 * 86_400

const tombstonePut = (table: string, row: JobRow, at: Date, events: SoftDeleted['events']) => ({
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

const removedMark = (table: string, key: JobKey, at: Date, isTold: boolean) => ({
  TableName: table,
  Key: jobItemKey(key),
  UpdateExpression: isTold ? 'SET removed_at = :now REMOVE events' : 'SET removed_at = :now',
  ConditionExpression: 'attribute_exists(deleted_at)',
  ExpressionAttributeValues: { ':now': at.toISOString() },
})

/** Deletions over the one table: each step is one conditional write, and whoever comes after a cut goes on. */
export const deletionTable = (deps: JobTableDeps): DeletionTable => {
  const { db, table, now } = deps
  const { get } = jobWorkerTable({ db, table, now })
  const settlement = settlementTable(deps)
  const write = settledWrite(deps)

  const softDelete = async (key: JobKey, only?: JobRow['state']): Promise<SoftDeleted | undefined> => {
    const row = await get(key)
    if (!row || row.state !== (only ?? row.state)) return undefined
    const at = now()
    const events = [...(row.untold ? [endedEvent(row)] : []), deletedEvent(row, at)]
    const isWritten = await write({ Put: tombstonePut(table, row, at, events) }, async () => {
      if (isTerminal(row)) return []
      return row.state === 'queued' ? settlement.release(row) : settlement.capture(row)
    })
    // It moved meanwhile: what its end settles depends on where it stands.
    return isWritten ? { row, events } : softDelete(key, only)
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
    async noteRemoved(key, isTold) {
      // Where the sweeper was first, the tombstone is gone.
      await ifConditionHeld(db.send(new UpdateCommand(removedMark(table, key, now(), isTold))))
    },
  }
}
