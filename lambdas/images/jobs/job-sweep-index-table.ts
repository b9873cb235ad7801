import { DeleteCommand, GetCommand, paginateQuery, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { CloudEvent } from '@signet/contracts/events'
import { epochSeconds, ifConditionHeld, type TableDeps } from '@signet/kernel'
import { DUE_PARTITIONS, dueEntry, type JobKey, jobItemKey, OPEN_PARTITIONS, readOpenEntry } from './job-keys.ts'

/** An entry of the index: the key of its row, and the time since when it is open or from when it is due. */
export interface SweepEntry {
  readonly key: JobKey
  readonly since: Date
}

export interface JobSweepIndex {
  /** Lists jobs and tombstones that have been open since before `before`, oldest first in each partition. */
  openBefore(before: Date): AsyncIterable<SweepEntry>
  /** Lists ended jobs that were due before `before`, oldest first in each partition. */
  dueBefore(before: Date): AsyncIterable<SweepEntry>
  /**
   * Sets the next due time of the row to `at`; `removed` marks source and mask as removed. Does nothing if the entry
   * has moved since it was read.
   */
  reschedule(entry: SweepEntry, at: Date, removed?: 'inputs'): Promise<void>
  /**
   * Reads the tombstone of a deleted job, with the events that are not known to be published; undefined if the row is
   * not a tombstone.
   */
  readTombstone(key: JobKey): Promise<{ readonly events: readonly CloudEvent[] } | undefined>
  /** Deletes a tombstone. Call it after its objects are removed. Does nothing for other rows. */
  purge(key: JobKey): Promise<void>
  /** Deletes a job row that expired at or before `cutoff`. Does nothing for other rows. */
  expire(key: JobKey, cutoff: Date): Promise<void>
}

type Deps = Omit<TableDeps, 'now'>

async function* listEntries(
  { db, table }: Deps,
  partitions: readonly string[],
  before: Date,
): AsyncIterable<SweepEntry> {
  for (const partition of partitions) {
    const entriesQuery = {
      TableName: table,
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :partition AND gsi1sk < :before',
      ExpressionAttributeValues: { ':partition': partition, ':before': before.toISOString() },
    }
    for await (const { Items = [] } of paginateQuery({ client: db }, entriesQuery)) yield* Items.map(readOpenEntry)
  }
}

/** Moves the entry to its next time, on condition that it has not moved since it was read. */
const rescheduleUpdate = (table: string, { key, since }: SweepEntry, at: Date, removed: 'inputs' | undefined) => {
  const currentEntry = dueEntry(key, since)
  return {
    TableName: table,
    Key: jobItemKey(key),
    UpdateExpression: removed ? 'SET gsi1sk = :next, inputs_removed = :true' : 'SET gsi1sk = :next',
    ConditionExpression: 'gsi1pk = :partition AND gsi1sk = :seen',
    ExpressionAttributeValues: {
      ':partition': currentEntry.gsi1pk,
      ':seen': currentEntry.gsi1sk,
      ':next': dueEntry(key, at).gsi1sk,
      ...(removed ? { ':true': true } : {}),
    },
  }
}

const expiryDelete = (table: string, key: JobKey, cutoff: Date) => ({
  TableName: table,
  Key: jobItemKey(key),
  ConditionExpression: 'attribute_not_exists(deleted_at) AND expires_at <= :by',
  ExpressionAttributeValues: { ':by': epochSeconds(cutoff) },
})

/** The sparse index of open and due jobs, for the sweeper (docs/adr/0005 and 0011). */
export const jobSweepIndex = (deps: Deps): JobSweepIndex => {
  const { db, table } = deps
  return {
    openBefore: (before) => listEntries(deps, OPEN_PARTITIONS, before),
    dueBefore: (before) => listEntries(deps, DUE_PARTITIONS, before),

    async reschedule(entry, at, removed) {
      await ifConditionHeld(db.send(new UpdateCommand(rescheduleUpdate(table, entry, at, removed))))
    },

    async readTombstone(key) {
      const { Item } = await db.send(new GetCommand({ TableName: table, Key: jobItemKey(key), ConsistentRead: true }))
      if (Item?.deleted_at === undefined) return undefined
      return { events: Item.events === undefined ? [] : (JSON.parse(String(Item.events)) as CloudEvent[]) }
    },

    async purge(key) {
      const ConditionExpression = 'attribute_exists(deleted_at)'
      await ifConditionHeld(db.send(new DeleteCommand({ TableName: table, Key: jobItemKey(key), ConditionExpression })))
    },

    async expire(key, cutoff) {
      await ifConditionHeld(db.send(new DeleteCommand(expiryDelete(table, key, cutoff))))
    },
  }
}
