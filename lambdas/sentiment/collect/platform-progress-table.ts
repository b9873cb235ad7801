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
import type { Platform } from '../contract/monitor.ts'
import { platformProgressRow } from '../contract/platform-progress-row.ts'
import type { BatchRow, CycleRow } from '../cycles/cycle-rows.ts'

export type PlatformProgressRow = Readonly<RowOf<typeof platformProgressRow>>

export interface PlatformKey {
  readonly org: string
  readonly tenant: string
  readonly platform: Platform
}

/** Longer than the function can run, so that the worker of an expired lease is no longer running. */
export const LEASE_MS = 150_000

export interface CycleWrite {
  readonly row: PlatformProgressRow
  readonly batches: readonly BatchRow[]
  readonly cycle: CycleRow
}

export interface PlatformProgressTable {
  /** Returns undefined if another worker is reading the platform, or the cycle was already read. */
  begin(key: PlatformKey, cycle: string): Promise<PlatformProgressRow | undefined>
  release(key: PlatformKey, row: PlatformProgressRow): Promise<void>
  /** Reserves part of the daily budget before it is spent. Returns false if the remaining budget is too small. */
  reserve(key: PlatformKey, row: PlatformProgressRow, micros: number, maxMicros: number): Promise<boolean>
  refund(key: PlatformKey, row: PlatformProgressRow, micros: number): Promise<void>
  /** Returns false if another worker took over the lease. That worker repeats the cycle. */
  finish(key: PlatformKey, result: CycleWrite): Promise<boolean>
}

/** Sorts before every time and every lease. */
const NOT_YET = ''

const initialRow = ({ platform }: PlatformKey): PlatformProgressRow => ({
  platform,
  lease: NOT_YET,
  lease_until: NOT_YET,
  cycle: NOT_YET,
  streams: {},
  seen: '',
  day: NOT_YET,
  spent: 0,
})

/** Adds to the day's spending if at most `maxSpent` is spent so far. Only the worker with the lease can change it. */
const addSpent = async (
  { db, table }: TableDeps,
  key: PlatformKey,
  { lease, day }: PlatformProgressRow,
  { micros, maxSpent }: { readonly micros: number; readonly maxSpent: number },
): Promise<boolean> => {
  const change = new UpdateCommand({
    TableName: table,
    Key: rowKey(platformProgressRow, key),
    UpdateExpression: 'SET spent = spent + :micros',
    ConditionExpression: 'lease = :lease AND #day = :day AND spent <= :maxSpent',
    ExpressionAttributeNames: { '#day': 'day' },
    ExpressionAttributeValues: { ':micros': micros, ':lease': lease, ':day': day, ':maxSpent': maxSpent },
  })
  return conditionHeld(db.send(change))
}

const leasedRowOf = (
  {
    stored,
    key,
    cycle,
  }: { readonly stored: PlatformProgressRow | undefined; readonly key: PlatformKey; readonly cycle: string },
  { now, newId }: { readonly now: Date; readonly newId: NewId },
): PlatformProgressRow | undefined => {
  const at = now.toISOString()
  if (stored && (stored.lease_until > at || stored.cycle >= cycle)) return undefined
  const before = stored ?? initialRow(key)
  const day = at.slice(0, 10)
  const lease_until = addMs(now, LEASE_MS).toISOString()
  return { ...before, lease: newId(), lease_until, day, spent: before.day === day ? before.spent : 0 }
}

export const platformProgressTable = (deps: TableDeps & { readonly newId: NewId }): PlatformProgressTable => {
  const rows = rowTable(platformProgressRow, deps)
  const batches = rowTable(batchRow, deps)
  const cycles = rowTable(cycleRow, deps)
  return {
    async begin(key, cycle) {
      const stored = await rows.get(key)
      const leasedRow = leasedRowOf({ stored, key, cycle }, { now: deps.now(), newId: deps.newId })
      if (!leasedRow) return undefined
      const isLeased = stored
        ? await rows.replace(key, leasedRow, {
            lease: stored.lease,
            lease_until: stored.lease_until,
            cycle: stored.cycle,
          })
        : await rows.putNew(key, leasedRow)
      return isLeased ? leasedRow : undefined
    },
    async release(key, row) {
      await rows.replace(key, { ...row, lease_until: NOT_YET }, { lease: row.lease })
    },
    reserve: (key, row, micros, maxMicros) => addSpent(deps, key, row, { micros, maxSpent: maxMicros - micros }),
    async refund(key, row, micros) {
      await addSpent(deps, key, row, { micros: -micros, maxSpent: Number.MAX_SAFE_INTEGER })
    },
    finish: (key, { row, batches: cycleBatches, cycle }) =>
      transact<boolean>(deps, async (refused) => {
        if (refused) return { result: false }
        const stored = await rows.get(key)
        if (!stored || stored.lease !== row.lease) return { result: false }
        // Only the stored row has the current spending.
        const after = { ...row, spent: stored.spent, lease_until: NOT_YET }
        const steps: WriteStep[] = [
          rows.steps.replace(key, after, { lease: row.lease, spent: stored.spent }),
          ...cycleBatches.map((batch) => batches.steps.putNew({ ...key, batch: batch.batch }, batch)),
          cycles.steps.putNew({ ...key, cycle: cycle.cycle }, cycle),
        ]
        return { steps, result: true }
      }),
  }
}
