import { reply } from '@signet/contracts'
import { invalidInput, type Route, route } from '@signet/kernel'
import { quantileOf, RELATIVE_ERROR } from '@signet/telemetry'
import pMap from 'p-map'
import { dayOf } from '../caps/day-table.ts'
import { listMetricSeries, type MetricPoint, type Step } from '../contract/metric-series.ts'
import { isoOf, LEVELS, type Level, SLOT_US, slotOf, usOf } from '../counters/units.ts'
import type { MetricTable, SeriesPoint } from '../metrics/metric-table.ts'
import { mergeRollups, type Rollup, type StoredExemplar, sketchOf } from '../metrics/points.ts'
import { digestOf } from '../metrics/series.ts'
import { telemetryOwnerOf, type WindowDeps, windowReader } from '../workers/windows.ts'

export interface MetricSeriesDeps extends WindowDeps {
  readonly metricRows: Pick<MetricTable, 'series' | 'pointsOf'>
}

const LEVEL_OF: Readonly<Record<Step, Level>> = { '5m': 'M5', '1h': 'H1', '1d': 'D1' }
/** Ranges that allow five-minute steps. Longer ranges would have thousands of points per series. */
const FIVE_MINUTE_RANGES = ['1h', '6h', '24h']
const AT_ONCE = { concurrency: 5 }
const timeOf = (ms: number): string => isoOf(usOf(ms))

export const exemplarView = ({ value, at, traceId, spanId, attributes }: StoredExemplar) => ({
  value,
  time: timeOf(at),
  trace_id: traceId ?? null,
  span_id: spanId ?? null,
  attributes,
})

const p95Of = (rollup: Rollup): number | null => quantileOf(sketchOf(rollup), 0.95) ?? null

const pointView = ({ slot, rollup }: SeriesPoint): MetricPoint => ({
  start_time: isoOf(slot * SLOT_US),
  count: rollup.count,
  sum: rollup.sum,
  min: rollup.min,
  max: rollup.max,
  last: rollup.last,
  last_at: timeOf(rollup.lastAt),
  p95: p95Of(rollup),
  quantiles: (rollup.quantiles ?? []).map(([quantile, value]) => ({ quantile, value })),
  exemplars: rollup.exemplars.map(exemplarView),
})

const mergeByWidth = (points: readonly SeriesPoint[], width: number): readonly SeriesPoint[] => {
  const byStart = new Map<number, Rollup>()
  for (const { slot, rollup } of points) {
    const start = slot - (slot % width)
    const earlier = byStart.get(start)
    byStart.set(start, earlier ? mergeRollups(earlier, rollup) : rollup)
  }
  return [...byStart].map(([slot, rollup]) => ({ slot, rollup }))
}

export const metricSeriesRoute = (deps: MetricSeriesDeps): Route => {
  const readWindows = windowReader(deps)
  return route(listMetricSeries, async ({ query, caller }) => {
    const { worker, range, step, name, type, limit, cursor } = query
    if (step === '5m' && !FIVE_MINUTE_RANGES.includes(range))
      return invalidInput([{ field: 'step', message: `must be 1h or 1d for a range of ${range}` }])
    const owner = telemetryOwnerOf(caller)
    const [window] = await readWindows(owner, { range, worker })
    if (!window) return reply(200, { series: [], p95_error: RELATIVE_ERROR, next_cursor: null })
    const { width } = LEVELS[LEVEL_OF[step]]
    // The end includes the slot after the current one, because a worker's clock may be five minutes ahead.
    const slotRange = { from: Math.ceil(window.from / SLOT_US / width) * width, to: slotOf(window.until) + 2 }
    const workerKey = { tenant: owner.tenant, worker }
    const since = dayOf(new Date(window.from / 1_000))
    // A cursor is the end of a row key, with `.` for `#`.
    const page = { after: cursor?.replace('.', '#'), since, limit }
    const { series, next } = await deps.metricRows.series.list(workerKey, { metric: digestOf(name), type }, page)
    const level = step === '5m' ? 'M5' : 'H1'
    const rows = await pMap(
      series,
      async ({ key, ...description }) => {
        const points = await deps.metricRows.pointsOf(workerKey, key, level, slotRange)
        return { ...description, series_id: key.series, points: mergeByWidth(points, width).map(pointView) }
      },
      AT_ONCE,
    )
    return reply(200, {
      series: rows.filter(({ points }) => points.length > 0),
      p95_error: RELATIVE_ERROR,
      next_cursor: next === null ? null : next.replace('#', '.'),
    })
  })
}
