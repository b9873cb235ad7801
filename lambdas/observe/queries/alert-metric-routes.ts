import { reply } from '@signet/contracts'
import { notFound, type Route, route } from '@signet/kernel'
import { isInternalName, quantileOf, RELATIVE_ERROR } from '@signet/telemetry'
import type { AlertTable } from '../alerts/alert-table.ts'
import type { StoredAlert } from '../contract/alerts.ts'
import { type Alert, listAlerts, listMetrics, type Metric, removeWorker } from '../contract/queries.ts'
import { isoOf, SLOT_US, slotOf, usOf } from '../counters/units.ts'
import type { MetricTable } from '../metrics/metric-table.ts'
import { type Rollup, sketchOf } from '../metrics/points.ts'
import { FULL_RETENTION, telemetryOwnerOf, type WindowDeps, windowReader } from '../workers/windows.ts'
import { exemplarView } from './metric-series-route.ts'

export interface AlertMetricDeps extends WindowDeps {
  readonly alerts: Pick<AlertTable, 'newest'>
  readonly metricRows: Pick<MetricTable, 'read'>
}

/** Maximum incidents in a response (spec platform-api 4.9). */
const ALERTS_MAX = 100

const timeOf = (ms: number): string => isoOf(usOf(ms))

const alertView = ({ id, worker, rule, severity, status, message, value, start, end }: StoredAlert): Alert => ({
  id,
  worker_name: worker,
  rule_name: rule,
  severity,
  status,
  message,
  value,
  started_at: timeOf(start),
  ended_at: end === null ? null : timeOf(end),
})

const metricView = (rollup: Rollup): Metric => {
  const { name, type, unit, count, sum, min, max, last, lastAt, exemplars } = rollup
  return {
    name,
    type,
    unit,
    count,
    sum,
    min,
    max,
    last,
    last_at: timeOf(lastAt),
    p95: quantileOf(sketchOf(rollup), 0.95) ?? null,
    p95_error: RELATIVE_ERROR,
    exemplars: exemplars.map(exemplarView),
  }
}

export const alertMetricRoutes = (deps: AlertMetricDeps): Route[] => {
  const readWindows = windowReader(deps)
  return [
    route(listAlerts, async ({ query: { status }, caller }) => {
      const owner = telemetryOwnerOf(caller)
      const firstVisibleTimes = new Map(
        (await readWindows(owner, { range: FULL_RETENTION })).map(({ worker, from }) => [worker, from]),
      )
      // The retention of an incident starts at its last report, not at its start.
      const isVisible = (alert: StoredAlert) =>
        usOf(alert.reportedAt) >= (firstVisibleTimes.get(alert.worker) ?? Number.POSITIVE_INFINITY) &&
        (status === undefined || alert.status === status)
      return reply(200, { alerts: (await deps.alerts.newest(owner.tenant, ALERTS_MAX, isVisible)).map(alertView) })
    }),
    route(listMetrics, async ({ query: { worker, range }, caller }) => {
      const owner = telemetryOwnerOf(caller)
      const [window] = await readWindows(owner, { range, worker })
      if (!window) return reply(200, { metrics: [] })
      // The end includes the slot after the current one, because a worker's clock may be five minutes ahead.
      const slotRange = { from: Math.ceil(window.from / SLOT_US), to: slotOf(window.until) + 2 }
      const rollups = await deps.metricRows.read({ tenant: owner.tenant, worker }, slotRange)
      return reply(200, { metrics: rollups.map(metricView) })
    }),
    route(removeWorker, async ({ params: { worker }, caller }) => {
      const isRemoved = !isInternalName(worker) && (await deps.workers.remove(telemetryOwnerOf(caller).tenant, worker))
      return isRemoved ? reply(204) : notFound('The worker does not exist')
    }),
  ]
}
