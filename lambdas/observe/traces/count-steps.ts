import type { WriteStep } from '@signet/kernel'
import type { CountTable } from '../counters/count-table.ts'
import { type Counts, countsOf, mergeCounts, slotOf } from '../counters/units.ts'
import type { TraceEntry } from './entry.ts'

/** Traces that a write lists, and those that it lists no longer. */
export interface Changes {
  readonly listed: readonly TraceEntry[]
  readonly unlisted: readonly TraceEntry[]
}

/** What changes add to the counts, by worker and slot. */
export const countSteps = (
  counters: CountTable,
  tenant: string,
  { listed, unlisted }: Changes,
): readonly WriteStep[] => {
  const signed = [
    ...listed.map((entry) => ({ entry, counts: countsOf(entry) })),
    ...unlisted.map((entry) => ({ entry, counts: countsOf(entry, -1) })),
  ]
  const byPlace = new Map<string, { worker: string; slot: number; all: Counts[] }>()
  for (const { entry, counts } of signed) {
    const worker = entry.worker
    const slot = slotOf(entry.start)
    const place = byPlace.get(`${slot}#${worker}`) ?? { worker, slot, all: [] }
    place.all.push(counts)
    byPlace.set(`${slot}#${worker}`, place)
  }
  const steps = [...byPlace.values()].flatMap(({ worker, slot, all }) =>
    counters.additions({ tenant, worker }, slot, mergeCounts(all)),
  )
  // A transaction may write a row once: an hour that several slots outdate is outdated by one of them.
  return [...new Map(steps.map((step) => [JSON.stringify(step.Update?.Key), step] as const)).values()]
}
