import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import {
  addMs,
  isConditionFailed,
  type NewId,
  type RowOf,
  rowKey,
  rowTable,
  type TableDeps,
  transact,
  type WriteStep,
} from '@signet/kernel'
import type { Platform } from '../contract/monitor.ts'
import { batchRow, cycleRow, listenRow } from '../contract/rows.ts'

export type ListenRow = Readonly<RowOf<typeof listenRow>>
export type BatchRow = Readonly<RowOf<typeof batchRow>>
export type CycleRow = Readonly<RowOf<typeof cycleRow>>

/** One platform of one monitor. */
export interface ListenKey {
  readonly org: string
  readonly tenant: string
  readonly platform: Platform
}

/** Longer than the function can run: who held it is gone by then. */
export const LEASE_MS = 150_000

/** What a cycle comes to: written together, or not at all. */
export interface CycleEnd {
  readonly row: ListenRow
  readonly batches: readonly BatchRow[]
  readonly cycle: CycleRow
}

/** How far platforms were read, by whom at present, and at what cost. */
export interface ListenTable {
  /** Undefined: somebody else reads it, or the cycle was read. */
  begin(key: ListenKey, cycle: string): Promise<ListenRow | undefined>
  /** Lets go of the platform: nothing was read. */
  free(key: ListenKey, row: ListenRow): Promise<void>
  /** Takes money of the day before it is spent; false: the day has not so much left. */
  spend(key: ListenKey, row: ListenRow, micros: number, most: number): Promise<boolean>
  /** What was taken and not spent. */
  refund(key: ListenKey, row: ListenRow, micros: number): Promise<void>
  /** false: the lease went to somebody else, who does the cycle again. */
  end(key: ListenKey, end: CycleEnd): Promise<boolean>
}

const NEVER = ''

export const listenTable = (deps: TableDeps & { readonly newId: NewId }): ListenTable => {
  const { db, table, now, newId } = deps
  const rows = rowTable(listenRow, deps)
  const batches = rowTable(batchRow, deps)
  const cycles = rowTable(cycleRow, deps)

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

  /** Both are of the holder of the lease: nobody else's money is touched. */
  const add = async (key: ListenKey, { lease, day }: ListenRow, micros: number, most: number): Promise<boolean> => {
    try {
      await db.send(
        new UpdateCommand({
          TableName: table,
          Key: rowKey(listenRow, key),
          UpdateExpression: 'SET spent = spent + :micros',
          ConditionExpression: 'lease = :lease AND #day = :day AND spent <= :most',
          ExpressionAttributeNames: { '#day': 'day' },
          ExpressionAttributeValues: { ':micros': micros, ':lease': lease, ':day': day, ':most': most },
        }),
      )
      return true
    } catch (error) {
      if (isConditionFailed(error)) return false
      throw error
    }
  }

  return {
    async begin(key, cycle) {
      const known = await rows.get(key)
      const at = now().toISOString()
      if (known && (known.lease_until > at || known.cycle >= cycle)) return undefined
      const before = known ?? fresh(key)
      const day = at.slice(0, 10)
      const held: ListenRow = {
        ...before,
        lease: newId(),
        lease_until: addMs(now(), LEASE_MS).toISOString(),
        day,
        spent: before.day === day ? before.spent : 0,
      }
      const isMine = known
        ? await rows.replace(key, held, { lease: known.lease, lease_until: known.lease_until, cycle: known.cycle })
        : await rows.putNew(key, held)
      return isMine ? held : undefined
    },
    async free(key, row) {
      await rows.replace(key, { ...row, lease_until: NEVER }, { lease: row.lease })
    },
    spend: (key, row, micros, most) => add(key, row, micros, most - micros),
    async refund(key, row, micros) {
      await add(key, row, -micros, Number.MAX_SAFE_INTEGER)
    },
    end: (key, { row, batches: made, cycle }) =>
      transact<boolean>(deps, async (refused) => {
        if (refused) return { result: false }
        const stored = await rows.get(key)
        if (!stored || stored.lease !== row.lease) return { result: false }
        // What was spent is in the stored row alone.
        const after = { ...row, spent: stored.spent, lease_until: NEVER }
        const steps: WriteStep[] = [
          rows.steps.replace(key, after, { lease: row.lease, spent: stored.spent }),
          ...made.map((batch) => batches.steps.putNew({ ...key, batch: batch.batch }, batch)),
          cycles.steps.putNew({ ...key, cycle: cycle.cycle }, cycle),
        ]
        return { steps, result: true }
      }),
  }
}
