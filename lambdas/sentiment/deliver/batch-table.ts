import { addMs, rowKey, rowTable, type TableDeps, transact, type WriteStep } from '@signet/kernel'
import { ATTEMPTS_FOR_MS, DEAD_FOR_MS } from '../collect/cycle-batches.ts'
import type { BatchRow } from '../collect/listen-table.ts'
import { batchRow, cycleRow, deadBatchRow } from '../contract/rows.ts'
import type { DeliveryMessage } from './delivery-queue.ts'

const PAGE = 10

/** Batches that wait to be accepted, and those that were given up. */
export interface BatchTable {
  /** Oldest first; a page. */
  pending(key: DeliveryMessage, cursor?: string): Promise<{ batches: readonly BatchRow[]; next: string | null }>
  /** Counts an attempt before it is made; undefined: somebody else made it. */
  claim(key: DeliveryMessage, batch: BatchRow, nextAt: Date): Promise<BatchRow | undefined>
  /** Sets when the next attempt is. */
  postpone(
    key: DeliveryMessage,
    claimed: BatchRow,
    next: Pick<BatchRow, 'next_attempt_at' | 'last_status'>,
  ): Promise<void>
  /** It was accepted: it is gone, and counted once. */
  accept(key: DeliveryMessage, claimed: BatchRow): Promise<void>
  /** It is given up, and counted once. */
  bury(key: DeliveryMessage, batch: BatchRow, lastStatus: number | undefined): Promise<void>
  /** How many were given another 24 hours. */
  redrive(key: DeliveryMessage): Promise<number>
}

export const batchTable = (deps: TableDeps): BatchTable => {
  const { table, now } = deps
  const waiting = rowTable(batchRow, deps)
  const dead = rowTable(deadBatchRow, deps)
  const keyOf = (key: DeliveryMessage, { batch }: BatchRow) => ({ ...key, batch })

  /** Counts of a cycle that is forgotten are nobody's. */
  const counted = (key: DeliveryMessage, { cycle, platform, events = [] }: BatchRow, member: string): WriteStep => ({
    Update: {
      TableName: table,
      Key: rowKey(cycleRow, { ...key, cycle, platform }),
      UpdateExpression: 'ADD #member :events',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#member': member },
      ExpressionAttributeValues: { ':events': events.length },
    },
  })

  /** The batch leaves in the state in which it was seen; that its cycle is forgotten does not keep it. */
  const leave = (key: DeliveryMessage, batch: BatchRow, member: string, more: readonly WriteStep[]): Promise<void> =>
    transact<void>(deps, async (refused) => {
      const left = waiting.steps.remove(keyOf(key, batch), { attempts: batch.attempts })
      const count = counted(key, batch, member)
      if (!refused) return { steps: [left, count, ...more], result: undefined }
      const stands = await waiting.get(keyOf(key, batch))
      return { steps: stands?.attempts === batch.attempts ? [left, ...more] : [], result: undefined }
    })

  return {
    async pending(key, cursor) {
      const { rows, nextCursor } = await waiting.page(key, { limit: PAGE, cursor })
      return { batches: rows, next: nextCursor }
    },
    async claim(key, batch, nextAt) {
      const { last_status: _, ...rest } = batch
      const claimed = { ...rest, attempts: batch.attempts + 1, next_attempt_at: nextAt.toISOString() }
      const isMine = await waiting.replace(keyOf(key, batch), claimed, { attempts: batch.attempts })
      return isMine ? claimed : undefined
    },
    async postpone(key, claimed, next) {
      await waiting.replace(keyOf(key, claimed), { ...claimed, ...next }, { attempts: claimed.attempts })
    },
    accept: (key, claimed) => leave(key, claimed, 'accepted', []),
    bury(key, batch, lastStatus) {
      const ends_at = addMs(now(), DEAD_FOR_MS).toISOString()
      const buried = { ...batch, ends_at, ...(lastStatus === undefined ? {} : { last_status: lastStatus }) }
      return leave(key, batch, 'dead', [dead.steps.putNew(keyOf(key, batch), buried)])
    },
    async redrive(key) {
      let redriven = 0
      for (const batch of await dead.all(key)) {
        const since = now().toISOString()
        const ends_at = addMs(now(), ATTEMPTS_FOR_MS + DEAD_FOR_MS).toISOString()
        const again = { ...batch, attempts: 0, since, next_attempt_at: since, ends_at }
        const steps = [dead.steps.remove(keyOf(key, batch), {}), waiting.steps.putNew(keyOf(key, batch), again)]
        const isBack = await transact<boolean>(deps, async (refused) =>
          refused ? { result: false } : { steps, result: true },
        )
        if (isBack) redriven++
      }
      return redriven
    },
  }
}
