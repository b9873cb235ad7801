import type { CountTable, Unit } from '../counters/count-table.ts'
import type { RowCounts } from '../counters/units.ts'
import { type Level, SLOT_US, type Span, slotOf, startOf } from '../counters/units.ts'
import type { Window } from '../workers/windows.ts'
import type { TraceEntry } from './entry.ts'
import type { HourTable, Starts } from './hour-table.ts'

export type Status = TraceEntry['status']

export interface CountBucket {
  readonly worker: string
  readonly level: Level
  readonly slot: number
  readonly rows: Readonly<Record<Status, number>>
}

export const wholeSlots = ({ from, until }: Starts): Span => ({
  from: Math.ceil(from / SLOT_US),
  to: Math.floor((until + 1) / SLOT_US),
})

const edgesOf = (window: Starts): readonly Starts[] => {
  const { from, to } = wholeSlots(window)
  if (from > to) return [window]
  const edges = [
    { from: window.from, until: from * SLOT_US - 1 },
    { from: to * SLOT_US, until: window.until },
  ]
  return edges.filter((edge) => edge.from <= edge.until)
}

export const countBucketOf =
  (worker: string) =>
  ({ level, slot, counts: { rows, errs } }: Unit<RowCounts>): CountBucket => ({
    worker,
    level,
    slot,
    rows: { ok: rows - errs, error: errs },
  })

export interface CountBucketDeps {
  readonly counters: Pick<CountTable, 'rowUnits'>
  readonly hours: HourTable
}

const slotSpan = ({ from }: Starts): Span => ({ from: slotOf(from), to: slotOf(from) + 1 })

/**
 * Returns where the traces of a window are. Whole slots use the stored counts. Slots at the ends count their traces one
 * by one, so that the sum is exact.
 */
export const countBucketsIn = async (
  { counters, hours }: CountBucketDeps,
  tenant: string,
  window: Window,
): Promise<readonly CountBucket[]> => {
  const { worker } = window
  const edges = new Map(edgesOf(window).map((edge) => [slotOf(edge.from), edge]))
  const spans = [wholeSlots(window), ...[...edges.values()].map(slotSpan)].toSorted(
    (one, other) => one.from - other.from,
  )
  const units = await counters.rowUnits({ tenant, worker }, spans)
  const exactBucket = async (bucket: CountBucket): Promise<CountBucket> => {
    const edge = bucket.level === 'M5' ? edges.get(bucket.slot) : undefined
    if (!edge) return bucket
    const count = (status: Status) =>
      bucket.rows[status] === 0 ? 0 : hours.count({ tenant, worker, status, hour: startOf('H1', bucket.slot) }, edge)
    const [ok, error] = await Promise.all([count('ok'), count('error')])
    return { ...bucket, rows: { ok, error } }
  }
  return Promise.all(units.map(countBucketOf(worker)).map(exactBucket))
}
