import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { allowedOperations } from '@signet/contracts'
import type { CloudEvent } from '@signet/contracts/events'
import { epochSeconds, isConditionFailed, transact, type WriteStep } from '@signet/kernel'
import { settlementTable } from '@signet/ledger'
import { jobContract } from '../contract/job.ts'
import { deletedEvent, endedEvent } from './job-events.ts'
import { dueEntry, type JobKey, jobItemKey, keyOf, openEntry } from './job-keys.ts'
import { isTerminal, type JobRow, nextDue } from './job-row.ts'
import { webhookInRow } from './job-texts.ts'
import { dueWebhook } from './job-webhook.ts'
import {
  type EndingMove,
  type JobChange,
  type JobTableDeps,
  movedRow,
  moveUpdate,
  type OpenJobTable,
  type OpenMove,
  openJobTable,
} from './open-job-table.ts'

export type JobMove = OpenMove | EndingMove

/** A job that was replaced by a tombstone, which keeps the events that tell of it until they are sent. */
export interface BuriedJob {
  /** As it was, but for long texts. */
  readonly row: JobRow
  /** That it was deleted, and before that its end, where nobody had told of it. */
  readonly events: readonly CloudEvent[]
}

/** The table as those see it who may end a job: the write that ends it also settles what it holds. */
export interface JobTable extends Omit<OpenJobTable, 'move'> {
  /** As `get`, but for long texts, which are empty: for those who look again and again. */
  getWithoutTexts(key: JobKey): Promise<JobRow | undefined>
  /**
   * Moves the job on from the state it was read in. Undefined when the contract does not allow the move from there, or
   * when the job has moved or gone since: the caller looks again and decides.
   */
  move(row: JobRow, move: JobMove, change?: JobChange): Promise<JobRow | undefined>
  /**
   * Replaces the row by a tombstone; undefined when there was none.
   * What a queued job holds is released; one that is being worked on is charged.
   */
  bury(key: JobKey): Promise<BuriedJob | undefined>
  /** Whether the job was deleted and something that it stored may be left. */
  hasLeftovers(key: JobKey): Promise<boolean>
  /** Notes that everything that a deleted job stored is removed, and whether its events are known to be on the bus. */
  noteRemoved(key: JobKey, isTold: boolean): Promise<void>
}

/** How long a tombstone stands at most, should no sweeper come by. */
const TOMBSTONE_SECONDS = 7 * 86_400

const isEnding = (move: JobMove): move is EndingMove => move === 'finish' || move === 'fail'

/** Jobs over the one table, their ends and what these settle included. */
export const jobTable = (deps: JobTableDeps): JobTable => {
  const { db, table, now } = deps
  const open = openJobTable(deps)
  const { get: getWithoutTexts } = openJobTable({ db, table, now })
  const settlement = settlementTable(deps)

  /** One write alone, or together with what it settles; false when the row's condition did not hold. */
  const write = (step: WriteStep, settle: () => Promise<readonly WriteStep[]>): Promise<boolean> =>
    transact(deps, async (refused) => {
      if (refused?.conditionFailed(step)) return { result: false }
      return { steps: [step, ...(await settle())], result: true }
    })

  const end = async (row: JobRow, move: EndingMove, change: JobChange): Promise<JobRow | undefined> => {
    const endedAt = change.completed_at === undefined ? now() : new Date(change.completed_at)
    const webhook = row.webhook && dueWebhook(row.webhook, endedAt)
    const untold = true as const
    const changes = { ...change, completed_at: endedAt.toISOString(), untold, ...(webhook ? { webhook } : {}) }
    const update = {
      TableName: table,
      ...moveUpdate(row, move, {
        ...changes,
        ...(webhook ? { webhook: webhookInRow(row, webhook) } : {}),
        ...dueEntry(keyOf(row), nextDue({ ...row, ...changes })),
      }),
    }
    const settle = async () => (move === 'finish' ? settlement.capture(row) : settlement.release(row))
    const isWritten = await write({ Update: update }, settle)
    return isWritten ? movedRow(row, update, changes) : undefined
  }

  const tombstonePut = (row: JobRow, at: Date, events: BuriedJob['events']) => {
    const key = keyOf(row)
    const Item = {
      ...jobItemKey(key),
      ...openEntry(key, at.toISOString()),
      deleted_at: at.toISOString(),
      ttl: epochSeconds(at) + TOMBSTONE_SECONDS,
      events: JSON.stringify(events),
    }
    return {
      TableName: table,
      Item,
      ConditionExpression: '#state = :state AND attribute_not_exists(deleted_at) AND expires_at > :now',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':now': epochSeconds(at), ':state': row.state },
    }
  }

  const bury = async (key: JobKey): Promise<BuriedJob | undefined> => {
    const row = await getWithoutTexts(key)
    if (!row) return undefined
    const at = now()
    const events = [...(row.untold ? [endedEvent(row)] : []), deletedEvent(row, at)]
    const isWritten = await write({ Put: tombstonePut(row, at, events) }, async () => {
      if (isTerminal(row)) return []
      return row.state === 'queued' ? settlement.release(row) : settlement.capture(row)
    })
    // It moved meanwhile: what its end settles depends on where it stands.
    return isWritten ? { row, events } : bury(key)
  }

  return {
    ...open,
    getWithoutTexts,
    async move(row, move, change = {}) {
      if (!isEnding(move)) return open.move(row, move, change)
      return allowedOperations(jobContract, row.state).includes(move) ? end(row, move, change) : undefined
    },
    bury,
    async hasLeftovers(key) {
      const { Item } = await db.send(new GetCommand({ TableName: table, Key: jobItemKey(key), ConsistentRead: true }))
      return Item?.deleted_at !== undefined && Item.removed_at === undefined
    },
    async noteRemoved(key, isTold) {
      try {
        await db.send(
          new UpdateCommand({
            TableName: table,
            Key: jobItemKey(key),
            UpdateExpression: isTold ? 'SET removed_at = :now REMOVE events' : 'SET removed_at = :now',
            ConditionExpression: 'attribute_exists(deleted_at)',
            ExpressionAttributeValues: { ':now': now().toISOString() },
          }),
        )
      } catch (error) {
        // The sweeper was first, and the tombstone is gone.
        if (!isConditionFailed(error)) throw error
      }
    },
  }
}
