import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import {
  addMs,
  conditionHeld,
  type NewId,
  type RowOf,
  rowKey,
  rowTable,
  type TableDeps,
  transact,
  type WriteStep,
} from '@signet/kernel'
import { batchRow } from '../contract/batch-rows.ts'
import { cycleRow } from '../contract/cycle-row.ts'
import { listenRow } from '../contract/listen-row.ts'
import type { Platform } from '../contract/monitor.ts'
import type { BatchRow, CycleRow } from '../cycles/cycle-rows.ts'

export type ListenRow = Readonly<RowOf<typeof listenRow>>

export interface ListenKey {
  readonly org: string
  readonly tenant: string
  readonly platform: Platform
}

/** Longer than the function can run, so that an expired lease has no running holder. */
export const LEASE_MS = 150_000

export interface CycleEnd {
  readonly row: ListenRow
  readonly batches: readonly BatchRow[]
  readonly cycle: CycleRow
}

export interface ListenTable {
  /** Returns undefined if another worker is reading the platform, or the cycle was already read. */
  begin(key: ListenKey, cycle: string): Promise<ListenRow | undefined>
  free(key: ListenKey, row: ListenRow): Promise<void>
  /** Reserves part of the daily budget before it is spent. Returns false if the rest does not suffice. */
  spend(key: ListenKey, row: ListenRow, micros: number, most: number): Promise<boolean>
  refund(key: ListenKey, row: ListenRow, micros: number): Promise<void>
  /** Returns false if another worker took over the lease. That worker repeats the cycle. */
  end(key: ListenKey, end: CycleEnd): Promise<boolean>
}

const NEVER = ''

const fresh = ({ platform }: ListenKey): ListenRow => ({
  platform,
  lease: NEVER,
  lease_until: NEVER,
  cycle: NEVER,
  streams: {},
  seen: '',
  day: NEVER,
  spent: 0,
})

/** Adds to the day's spending if at most `most` is spent so far. Only the holder of the lease can change it. */
const addSpent = async (
  { db, table }: TableDeps,
  key: ListenKey,
  { lease, day }: ListenRow,
  { micros, most }: { readonly micros: number; readonly most: number },
): Promise<boolean> => {
  const change = new UpdateCommand({
    TableName: table,
    Key: rowKey(listenRow, key),
    UpdateExpression: 'SET spent = spent + :micros',
    ConditionExpression: 'lease = :lease AND #day = :day AND spent <= :most',
    ExpressionAttributeNames: { '#day': 'day' },
    ExpressionAttributeValues: { ':micros': micros, ':lease': lease, ':day': day, ':most': most },
  })
  return conditionHeld(db.send(change))
}

const leased = (
  { stored, key, cycle }: { readonly stored: ListenRow | undefined; readonly key: ListenKey; readonly cycle: string },
  { now, newId }: { readonly now: Date; readonly newId: NewId },
): ListenRow | undefined => {
  const at = now.toISOString()
  if (stored && (stored.lease_until > at || stored.cycle >= cycle)) return undefined
  const before = stored ?? fresh(key)
  const day = at.slice(0, 10)
  const lease_until = addMs(now, LEASE_MS).toISOString()
  return { ...before, lease: newId(), lease_until, day, spent: before.day === day ? before.spent : 0 }
}

export const listenTable = (deps: TableDeps & { readonly newId: NewId }): ListenTable => {
  const rows = rowTable(listenRow, deps)
  const batches = rowTable(batchRow, deps)
  const cycles = rowTable(cycleRow, deps)
  return {
    async begin(key, cycle) {
      const stored = await rows.get(key)
      const leasedRow = leased({ stored, key, cycle }, { now: deps.now(), newId: deps.newId })
      if (!leasedRow) return undefined
      const isMine = stored
        ? await rows.replace(key, leasedRow, {
            lease: stored.lease,
            lease_until: stored.lease_until,
            cycle: stored.cycle,
          })
        : await rows.putNew(key, leasedRow)
      return isMine ? leasedRow : undefined
    },
    async free(key, row) {
      await rows.replace(key, { ...row, lease_until: NEVER }, { lease: row.lease })
    },
    spend: (key, row, micros, most) => addSpent(deps, key, row, { micros, most: most - micros }),
    async refund(key, row, micros) {
      await addSpent(deps, key, row, { micros: -micros, most: Number.MAX_SAFE_INTEGER })
    },
    end: (key, { row, batches: cycleBatches, cycle }) =>
      transact<boolean>(deps, async (refused) => {
        if (refused) return { result: false }
        const stored = await rows.get(key)
        if (!stored || stored.lease !== row.lease) return { result: false }
        // Only the stored row has the current spending.
        const after = { ...row, spent: stored.spent, lease_until: NEVER }
        const steps: WriteStep[] = [
          rows.steps.replace(key, after, { lease: row.lease, spent: stored.spent }),
          ...cycleBatches.map((batch) => batches.steps.putNew({ ...key, batch: batch.batch }, batch)),
          cycles.steps.putNew({ ...key, cycle: cycle.cycle }, cycle),
        ]
        return { steps, result: true }
      }),
  }
}
