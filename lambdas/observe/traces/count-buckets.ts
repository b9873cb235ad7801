import type { CountTable, CountUnit } from '../counters/count-table.ts'
import type { RowCounts } from '../counters/units.ts'
import { type Level, SLOT_US, type SlotRange, slotOf, startOf } from '../counters/units.ts'
import type { Window } from '../workers/windows.ts'
import type { TraceEntry } from './entry.ts'
import type { StartRange, TraceHourTable } from './hour-table.ts'

export type Status = TraceEntry['status']

export interface CountBucket {
  readonly worker: string
  readonly level: Level
  readonly slot: number
  readonly traceCounts: Readonly<Record<Status, number>>
}

export const wholeSlotRange = ({ from, until }: StartRange): SlotRange => ({
  from: Math.ceil(from / SLOT_US),
  to: Math.floor((until + 1) / SLOT_US),
})

const partialSlotsOf = (window: StartRange): readonly StartRange[] => {
  const { from, to } = wholeSlotRange(window)
  if (from > to) return [window]
  const partialSlots = [
    { from: window.from, until: from * SLOT_US - 1 },
    { from: to * SLOT_US, until: window.until },
  ]
  return partialSlots.filter((range) => range.from <= range.until)
}

export const countBucketOf =
  (worker: string) =>
  ({ level, slot, counts: { rows, errs } }: CountUnit<RowCounts>): CountBucket => ({
    worker,
    level,
    slot,
    traceCounts: { ok: rows - errs, error: errs },
  })

export interface CountBucketDeps {
  readonly counters: Pick<CountTable, 'rowUnits'>
  readonly hours: TraceHourTable
}

const slotRangeOf = ({ from }: StartRange): SlotRange => ({ from: slotOf(from), to: slotOf(from) + 1 })

/**
 * Returns the number of traces in a window by unit and status. Whole slots use the stored counts. Traces in the partial
 * slots at both ends are counted one by one, so that the sum is exact.
 */
export const countBucketsIn = async (
  { counters, hours }: CountBucketDeps,
  tenant: string,
  window: Window,
): Promise<readonly CountBucket[]> => {
  const { worker } = window
  const partialSlots = new Map(partialSlotsOf(window).map((range) => [slotOf(range.from), range]))
  const slotRanges = [wholeSlotRange(window), ...[...partialSlots.values()].map(slotRangeOf)].toSorted(
    (one, other) => one.from - other.from,
  )
  const units = await counters.rowUnits({ tenant, worker }, slotRanges)
  const countExactly = async (bucket: CountBucket): Promise<CountBucket> => {
    const partialSlot = bucket.level === 'M5' ? partialSlots.get(bucket.slot) : undefined
    if (!partialSlot) return bucket
    const count = (status: Status) =>
      bucket.traceCounts[status] === 0
        ? 0
        : hours.count({ tenant, worker, status, hour: startOf('H1', bucket.slot) }, partialSlot)
    const [ok, error] = await Promise.all([count('ok'), count('error')])
    return { ...bucket, traceCounts: { ok, error } }
  }
  return Promise.all(units.map(countBucketOf(worker)).map(countExactly))
}
