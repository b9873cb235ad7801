import { reply } from '@signet/contracts'
import { type Route, route } from '@signet/kernel'
import { OBSERVABILITY_TERMS } from '@signet/ledger'
import { quantileOf, RELATIVE_ERROR } from '@signet/telemetry'
import pMap from 'p-map'
import { type Day, type DayTable, dayOf } from '../caps/day-table.ts'
import { projectionOf } from '../caps/projection.ts'
import { getObserveSummary, type Range } from '../contract/queries.ts'
import {
  type Counts,
  HOUR_SLOTS,
  isoOf,
  mergeCounts,
  pointsOf,
  SLOT_US,
  type SlotRange,
  slotOf,
  withinRange,
} from '../counters/units.ts'
import { type ExemplarDeps, exemplarsOf } from '../traces/exemplars.ts'
import {
  type TelemetryOwner,
  telemetryOwnerOf,
  type Window,
  type WindowDeps,
  windowReader,
} from '../workers/windows.ts'

export interface SummaryDeps extends WindowDeps, ExemplarDeps {
  readonly caps: Pick<DayTable, 'days'>
}

const AT_ONCE = 10
/** US dollars per on-demand write unit of DynamoDB. */
const UNIT_USD = 0.625 / 1_000_000

/** Slots per point of each range. Long ranges have whole days, so that only daily sums are read. */
const SLOTS_PER_POINT: Readonly<Record<Range, number>> = {
  '1h': 1,
  '6h': HOUR_SLOTS / 2,
  '24h': HOUR_SLOTS,
  '7d': 24 * HOUR_SLOTS,
  '30d': 24 * HOUR_SLOTS,
}

const seriesOf = (points: readonly SlotRange[], units: readonly { readonly slot: number; readonly counts: Counts }[]) =>
  points.map((point) => {
    const pointUnits = withinRange(units, point)
    const traces = sumOfCounts(pointUnits, 'n')
    const errors = sumOfCounts(pointUnits, 'err')
    return { at: isoOf(point.from * SLOT_US), traces, errors }
  })

const sumOfCounts = (units: readonly { readonly counts: Counts }[], name: 'n' | 'err'): number =>
  units.reduce((sum, { counts }) => sum + counts[name], 0)

const sumOf = (days: readonly Day[], name: 'events' | 'requests' | 'bytes' | 'units'): number =>
  days.reduce((sum, day) => sum + day[name], 0)

const ingestOf = (days: readonly Day[], now: Date, limit: number) => {
  const used = days.find(({ day }) => day === dayOf(now))?.events ?? 0
  const { projected, isNearLimit } = projectionOf({ used, limit }, now)
  return {
    events: sumOf(days, 'events'),
    requests: sumOf(days, 'requests'),
    bytes: sumOf(days, 'bytes'),
    est_cost_usd: sumOf(days, 'units') * UNIT_USD,
    used_today: used,
    daily_limit: limit,
    projected_today: projected,
    is_near_limit: isNearLimit,
  }
}

/**
 * Returns the figures of a worker in its window, from the first whole five-minute slot. Percentiles come from merged
 * sketches and are never merged themselves.
 */
const summaryOf = async (
  deps: SummaryDeps,
  tenant: string,
  { worker, from, until }: Window,
  { limit, step }: { readonly limit: number; readonly step: number },
) => {
  const { counters, caps, now } = deps
  const workerKey = { tenant, worker }
  const points = pointsOf({ from: Math.ceil(from / SLOT_US), to: slotOf(until) + 1 }, step)
  const [units, days] = await Promise.all([
    counters.units(workerKey, points),
    caps.days(workerKey, dayOf(new Date(Math.floor(from / 1_000)))),
  ])
  const { n, err, sum, sketch } = mergeCounts(units.map(({ counts }) => counts))
  const lastSeen = days.at(-1)?.lastSeen
  if (lastSeen === undefined) return undefined
  const p95 = quantileOf(sketch, 0.95)
  return {
    worker_name: worker,
    total_traces: n,
    error_count: err,
    error_rate: n === 0 ? 0 : err / n,
    avg_duration_ms: n === 0 ? null : sum / n,
    p95_duration_ms: p95 ?? null,
    exemplars: await exemplarsOf(deps, workerKey, units, p95),
    p95_error: RELATIVE_ERROR,
    last_seen: lastSeen,
    series: seriesOf(points, units),
    ingest: ingestOf(days, now(), limit),
  }
}

export const summaryReader = (deps: SummaryDeps) => {
  const readWindows = windowReader(deps)
  const limitOf = async ({ org }: TelemetryOwner) =>
    OBSERVABILITY_TERMS[(await deps.tierStatusOf(org)).tier].eventsPerDay
  return async (
    owner: TelemetryOwner,
    { range, worker }: { readonly range: Range; readonly worker?: string | undefined },
  ) => {
    const [visibleWindows, limit] = await Promise.all([readWindows(owner, { range, worker }), limitOf(owner)])
    const rows = await pMap(
      visibleWindows,
      (window) => summaryOf(deps, owner.tenant, window, { limit, step: SLOTS_PER_POINT[range] }),
      {
        concurrency: AT_ONCE,
      },
    )
    return { workers: rows.filter((row) => row !== undefined), range }
  }
}

/** Handles `GET /api/observe/summary` (spec platform-api 4.9). */
export const summaryRoute = (deps: SummaryDeps): Route => {
  const readSummary = summaryReader(deps)
  return route(getObserveSummary, async ({ query, caller }) =>
    reply(200, await readSummary(telemetryOwnerOf(caller), query)),
  )
}
