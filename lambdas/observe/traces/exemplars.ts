import { bucketOf, type Sketch } from '@signet/telemetry'
import type { CountTable, CountUnit, WorkerKey } from '../counters/count-table.ts'
import type { Counts } from '../counters/units.ts'
import { LEVELS, SLOT_US, startOf } from '../counters/units.ts'
import type { TraceEntry } from './entry.ts'
import type { TraceHourTable } from './hour-table.ts'

export interface ExemplarDeps {
  readonly counters: Pick<CountTable, 'units'>
  readonly hours: Pick<TraceHourTable, 'newest'>
}

export interface Exemplars {
  readonly p95: string | null
  readonly error: string | null
}

const CANDIDATES_MAX = 1_000

/** Tolerates rounding errors of counts after subtractions. */
const isPositive = (count: number): boolean => count > 1e-9

/** Returns the newest five-minute slot that meets a condition, with at most one more query of counts. */
const newestSlot = async (
  { counters }: ExemplarDeps,
  workerKey: WorkerKey,
  units: readonly CountUnit[],
  isMatch: (counts: Counts) => boolean,
): Promise<number | undefined> => {
  const unit = units.findLast(({ counts }) => isMatch(counts))
  if (unit === undefined || unit.level === 'M5') return unit?.slot
  const slotRange = { from: unit.slot, to: unit.slot + LEVELS[unit.level].width }
  const slots = await counters.units(workerKey, [slotRange], ['M5'])
  return slots.findLast(({ counts }) => isMatch(counts))?.slot
}

const tracesIn = async (
  { hours }: ExemplarDeps,
  workerKey: WorkerKey,
  slot: number,
  status: TraceEntry['status'],
  limit: number,
): Promise<readonly TraceEntry[]> => {
  const starts = { from: slot * SLOT_US, until: (slot + 1) * SLOT_US - 1 }
  return hours.newest({ ...workerKey, status, hour: startOf('H1', slot) }, starts, limit)
}

const countIn = ({ zero, counts }: Sketch, ms: number): number => {
  const bucket = bucketOf(ms)
  return bucket === undefined ? zero : (counts.get(bucket) ?? 0)
}

/**
 * Returns the trace with the duration nearest to the percentile, from the newest slot with a trace in the percentile's
 * bucket.
 */
const traceNearP95 = async (
  deps: ExemplarDeps,
  workerKey: WorkerKey,
  units: readonly CountUnit[],
  p95: number,
): Promise<string | null> => {
  const slot = await newestSlot(deps, workerKey, units, ({ sketch }) => isPositive(countIn(sketch, p95)))
  if (slot === undefined) return null
  const lists = await Promise.all(
    (['ok', 'error'] as const).map((status) => tracesIn(deps, workerKey, slot, status, CANDIDATES_MAX)),
  )
  const distance = ({ duration }: TraceEntry) => Math.abs(duration - p95)
  return lists.flat().toSorted((one, other) => distance(one) - distance(other))[0]?.trace ?? null
}

const newestFailedTrace = async (
  deps: ExemplarDeps,
  workerKey: WorkerKey,
  units: readonly CountUnit[],
): Promise<string | null> => {
  const slot = await newestSlot(deps, workerKey, units, ({ errs }) => errs > 0)
  if (slot === undefined) return null
  return (await tracesIn(deps, workerKey, slot, 'error', 1))[0]?.trace ?? null
}

/**
 * Returns example traces for the figures of a worker: one near the 95th percentile and the newest failed one. The
 * counts locate the slots, so that few rows are read. `units` must be ordered by time.
 */
export const exemplarsOf = async (
  deps: ExemplarDeps,
  workerKey: WorkerKey,
  units: readonly CountUnit[],
  p95: number | undefined,
): Promise<Exemplars> => {
  const [nearP95, error] = await Promise.all([
    p95 === undefined ? null : traceNearP95(deps, workerKey, units, p95),
    newestFailedTrace(deps, workerKey, units),
  ])
  return { p95: nearP95, error }
}
