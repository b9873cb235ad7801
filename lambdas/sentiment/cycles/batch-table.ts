import { addMs, rowKey, rowTable, type TableDeps, transact, type WriteStep } from '@signet/kernel'
import { batchRow, deadBatchRow } from '../contract/batch-rows.ts'
import { cycleRow } from '../contract/cycle-row.ts'
import { ATTEMPTS_FOR_MS, DEAD_FOR_MS } from './cycle-batches.ts'
import type { BatchRow } from './cycle-rows.ts'
import type { DeliveryMessage } from './delivery-queue.ts'

const PAGE_SIZE = 10

export interface BatchTable {
  /** Returns one page, oldest first. */
  pending(key: DeliveryMessage, cursor?: string): Promise<{ batches: readonly BatchRow[]; next: string | null }>
  /** Claims and counts the next attempt before it starts. Returns undefined if another worker has claimed it. */
  claim(key: DeliveryMessage, batch: BatchRow, nextAt: Date): Promise<BatchRow | undefined>
  reschedule(
    key: DeliveryMessage,
    claimed: BatchRow,
    next: Pick<BatchRow, 'next_attempt_at' | 'last_status'>,
  ): Promise<void>
  /** Removes an accepted batch and counts it once. */
  accept(key: DeliveryMessage, claimed: BatchRow): Promise<void>
  /** Moves a batch to the dead batches and counts it once. */
  deadLetter(key: DeliveryMessage, batch: BatchRow, lastStatus: number | undefined): Promise<void>
  /** Gives dead batches another 24 hours. Returns their number. */
  redrive(key: DeliveryMessage): Promise<number>
}

const keyOf = (key: DeliveryMessage, { batch }: Pick<BatchRow, 'batch'>) => ({ ...key, batch })

/** Adds the events of a batch to a counter of its cycle. They are not counted if the cycle's row has expired. */
const countStep = (table: string, key: DeliveryMessage, batch: BatchRow, counter: 'accepted' | 'dead'): WriteStep => ({
  Update: {
    TableName: table,
    Key: rowKey(cycleRow, { ...key, cycle: batch.cycle, platform: batch.platform }),
    UpdateExpression: 'ADD #counter :events',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: { '#counter': counter },
    ExpressionAttributeValues: { ':events': batch.events?.length ?? 0 },
  },
})

/** Removes a batch if it is unchanged, even if the row of its cycle has expired. */
const batchRemover =
  (deps: TableDeps) =>
  (
    key: DeliveryMessage,
    batch: BatchRow,
    counter: 'accepted' | 'dead',
    otherSteps: readonly WriteStep[],
  ): Promise<void> => {
    const pendingBatches = rowTable(batchRow, deps)
    const removal = pendingBatches.steps.remove(keyOf(key, batch), { attempts: batch.attempts })
    const count = countStep(deps.table, key, batch, counter)
    return transact<void>(deps, async (refused) => {
      if (!refused) return { steps: [removal, count, ...otherSteps], result: undefined }
      // The batch was removed, or another worker has claimed the next attempt.
      if (refused.conditionFailed(removal)) return { result: undefined }
      // The row of the cycle has expired, so nothing is counted.
      return { steps: [removal, ...otherSteps], result: undefined }
    })
  }

/** Gives a dead batch another 24 hours. Returns false if another request has already done this. */
const batchRedriver =
  (deps: TableDeps) =>
  (key: DeliveryMessage, batch: BatchRow): Promise<boolean> => {
    const since = deps.now().toISOString()
    const ends_at = addMs(deps.now(), ATTEMPTS_FOR_MS + DEAD_FOR_MS).toISOString()
    const redrivenBatch = { ...batch, attempts: 0, since, next_attempt_at: since, ends_at }
    const steps = [
      rowTable(deadBatchRow, deps).steps.remove(keyOf(key, batch), {}),
      rowTable(batchRow, deps).steps.putNew(keyOf(key, batch), redrivenBatch),
    ]
    return transact<boolean>(deps, async (refused) => (refused ? { result: false } : { steps, result: true }))
  }

export const batchTable = (deps: TableDeps): BatchTable => {
  const pendingBatches = rowTable(batchRow, deps)
  const deadBatches = rowTable(deadBatchRow, deps)
  const remove = batchRemover(deps)
  const redrive = batchRedriver(deps)
  return {
    async pending(key, cursor) {
      const { rows, nextCursor } = await pendingBatches.page(key, { limit: PAGE_SIZE, cursor })
      return { batches: rows, next: nextCursor }
    },
    async claim(key, batch, nextAt) {
      // The status of the claimed attempt is unknown until it ends.
      const { last_status: _, ...rest } = batch
      const claimed = { ...rest, attempts: batch.attempts + 1, next_attempt_at: nextAt.toISOString() }
      const isClaimed = await pendingBatches.replace(keyOf(key, batch), claimed, { attempts: batch.attempts })
      return isClaimed ? claimed : undefined
    },
    async reschedule(key, claimed, next) {
      await pendingBatches.replace(keyOf(key, claimed), { ...claimed, ...next }, { attempts: claimed.attempts })
    },
    accept: (key, claimed) => remove(key, claimed, 'accepted', []),
    deadLetter(key, batch, lastStatus) {
      const ends_at = addMs(deps.now(), DEAD_FOR_MS).toISOString()
      const deadBatch = { ...batch, ends_at, ...(lastStatus === undefined ? {} : { last_status: lastStatus }) }
      return remove(key, batch, 'dead', [deadBatches.steps.putNew(keyOf(key, batch), deadBatch)])
    },
    async redrive(key) {
      let redriven = 0
      for (const batch of await deadBatches.all(key)) if (await redrive(key, batch)) redriven++
      return redriven
    },
  }
}
