import { bucketOf, type Sketch } from '@signet/telemetry'
import type { CountedWorker, CountTable, Unit } from '../counters/count-table.ts'
import type { Counts } from '../counters/units.ts'
import { LEVELS, SLOT_US, startOf } from '../counters/units.ts'
import type { TraceEntry } from './entry.ts'
import type { HourTable } from './hour-table.ts'

export interface ExemplarDeps {
  readonly counters: Pick<CountTable, 'units'>
  readonly hours: Pick<HourTable, 'newest'>
}

export interface Exemplars {
  readonly p95: string | null
  readonly error: string | null
}

const CANDIDATES_MAX = 1_000

/** Tolerates rounding errors of counts after subtractions. */
const isAny = (count: number): boolean => count > 1e-9

/** Returns the newest five-minute slot that meets a condition, with at most one more query of counts. */
const newestSlot = async (
  { counters }: ExemplarDeps,
  who: CountedWorker,
  units: readonly Unit[],
  holds: (counts: Counts) => boolean,
): Promise<number | undefined> => {
  const unit = units.findLast(({ counts }) => holds(counts))
  if (unit === undefined || unit.level === 'M5') return unit?.slot
  const span = { from: unit.slot, to: unit.slot + LEVELS[unit.level].width }
  const parts = await counters.units(who, [span], ['M5'])
  return parts.findLast(({ counts }) => holds(counts))?.slot
}

const tracesIn = async (
  { hours }: ExemplarDeps,
  who: CountedWorker,
  slot: number,
  status: TraceEntry['status'],
  most: number,
): Promise<readonly TraceEntry[]> => {
  const starts = { from: slot * SLOT_US, until: (slot + 1) * SLOT_US - 1 }
  return hours.newest({ ...who, status, hour: startOf('H1', slot) }, starts, most)
}

const countIn = ({ zero, counts }: Sketch, ms: number): number => {
  const bucket = bucketOf(ms)
  return bucket === undefined ? zero : (counts.get(bucket) ?? 0)
}

/**
 * Returns the trace with the duration nearest to the percentile, from the newest slot with a trace in the percentile's
 * bucket.
 */
const nearP95 = async (
  deps: ExemplarDeps,
  who: CountedWorker,
  units: readonly Unit[],
  p95: number,
): Promise<string | null> => {
  const slot = await newestSlot(deps, who, units, ({ sketch }) => isAny(countIn(sketch, p95)))
  if (slot === undefined) return null
  const lists = await Promise.all(
    (['ok', 'error'] as const).map((status) => tracesIn(deps, who, slot, status, CANDIDATES_MAX)),
  )
  const away = ({ duration }: TraceEntry) => Math.abs(duration - p95)
  return lists.flat().toSorted((one, other) => away(one) - away(other))[0]?.trace ?? null
}

const failed = async (deps: ExemplarDeps, who: CountedWorker, units: readonly Unit[]): Promise<string | null> => {
  const slot = await newestSlot(deps, who, units, ({ errs }) => errs > 0)
  if (slot === undefined) return null
  return (await tracesIn(deps, who, slot, 'error', 1))[0]?.trace ?? null
}

/**
 * Returns example traces for the figures of a worker: one near the 95th percentile and the newest failed one. The
 * counts show where to look, so the number of reads is small. `units` must be ordered by time.
 */
export const exemplarsOf = async (
  deps: ExemplarDeps,
  who: CountedWorker,
  units: readonly Unit[],
  p95: number | undefined,
): Promise<Exemplars> => {
  const [near, error] = await Promise.all([
    p95 === undefined ? null : nearP95(deps, who, units, p95),
    failed(deps, who, units),
  ])
  return { p95: near, error }
}
