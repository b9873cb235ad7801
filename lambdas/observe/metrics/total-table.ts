import { rowKey, type TableDeps, type WriteStep } from '@signet/kernel'
import { differenceSince, firstDifference, type MetricRecord, type RunningTotal } from '@signet/telemetry'
import { totalRow } from '../contract/metric-rows.ts'
import { KEPT_DAYS } from '../contract/rows.ts'
import type { CountedWorker } from '../counters/count-table.ts'
import { expiryOf } from '../counters/units.ts'
import { type Rollup, rollupOf, rollupOfDifference } from './points.ts'
import { type SeriesKey, seriesOf } from './series.ts'
import { readState } from './state-table.ts'

/** What a point adds to its five minutes. */
export interface Addition {
  readonly at: number
  readonly key: SeriesKey
  readonly rollup: Rollup
}

interface Total {
  readonly step: (total: RunningTotal) => WriteStep
  readonly kept: RunningTotal | undefined
  last: RunningTotal | undefined
}

type TotalKey = Readonly<Record<'pk' | 'sk', string>>

const readTotal = async (deps: TableDeps, key: TotalKey, at: number): Promise<Total> => {
  const { state, replacing } = await readState(deps, key)
  const kept = state === undefined ? undefined : (JSON.parse(state) as RunningTotal)
  const ttl = expiryOf(deps.now())
  return { step: (next) => replacing({ state: JSON.stringify(next), at, ttl }), kept, last: kept }
}

/** What is new in a total, and whether it is later than the last one: what is not adds nothing. */
const since = (total: RunningTotal, last: RunningTotal | undefined) => {
  if (last === undefined) return { isLater: true, difference: firstDifference(total, KEPT_DAYS) }
  const difference = differenceSince(total, last)
  return { isLater: difference !== undefined, difference }
}

/**
 * What points add, and the writes that keep their running totals, each on condition of the total that it is compared with. A
 * total that was sent before, or is older than the last one, adds nothing.
 */
export const additionsOf = async (
  deps: TableDeps,
  who: CountedWorker,
  points: readonly MetricRecord[],
): Promise<{ readonly additions: readonly Addition[]; readonly steps: readonly WriteStep[] }> => {
  const totals = new Map<string, Total>()
  const additions: Addition[] = []
  for (const point of points.toSorted((one, other) => one.at - other.at)) {
    const { total, at } = point
    const key = seriesOf(point)
    if (total === undefined) {
      additions.push({ at, key, rollup: rollupOf(point) })
      continue
    }
    const Key = rowKey(totalRow, { ...who, ...key, start: total.start })
    const state = totals.get(Key.sk) ?? (await readTotal(deps, Key, at))
    totals.set(Key.sk, state)
    const { isLater, difference } = since(total, state.last)
    if (!isLater) continue
    state.last = total
    additions.push({ at, key, rollup: rollupOfDifference(point, difference) })
  }
  const changed = [...totals.values()].filter(({ last, kept }) => last !== undefined && last !== kept)
  return { additions, steps: changed.map(({ step, last }) => step(last as RunningTotal)) }
}
