import { memberRow } from '@signet/identity'
import { type Clock, type Route, rowTable, type SecretSource, type TableDeps } from '@signet/kernel'
import type { TierStatusOf } from '@signet/ledger'
import { alertSigningTable, webhookSecrets } from '@signet/notifications/webhooks'
import { alertTable } from '../alerts/alert-table.ts'
import { capTable } from '../caps/cap-table.ts'
import { ruleStateRow } from '../contract/rule-rows.ts'
import { countTable } from '../counters/count-table.ts'
import { ingestRoute } from '../ingest/ingest-route.ts'
import { internalRoutes } from '../internal/internal-routes.ts'
import { metricTable } from '../metrics/metric-table.ts'
import { alertMetricRoutes } from '../queries/alert-metric-routes.ts'
import { logsRoute } from '../queries/logs-route.ts'
import { metricSeriesRoute } from '../queries/metric-series-route.ts'
import { summaryRoute } from '../queries/summary-route.ts'
import { ruleRoutes } from '../rules/rule-routes.ts'
import { ruleTable, sloTable } from '../rules/rule-table.ts'
import { sloRoutes } from '../slos/slo-routes.ts'
import { traceHourTable } from '../traces/hour-table.ts'
import { objectTraceTable } from '../traces/object-trace-table.ts'
import { traceRecordTable } from '../traces/trace-record-table.ts'
import { traceRoutes } from '../traces/trace-routes.ts'
import { traceTable } from '../traces/trace-table.ts'
import { alertSecretRoutes } from '../webhooks/secret-routes.ts'
import { workerTable } from '../workers/worker-table.ts'

const observeTables = (tables: TableDeps) => ({
  workers: workerTable(tables),
  caps: capTable(tables),
  counters: countTable(tables),
  traces: traceTable(tables),
  hours: traceHourTable(tables),
  traceRecords: traceRecordTable(tables),
  metricRows: metricTable(tables),
  alerts: alertTable(tables),
})

interface Deps extends TableDeps {
  readonly tierStatusOf: TierStatusOf
  readonly now: Clock
  readonly pepper: SecretSource
  readonly allowsLoopback: boolean
}

export const observeDeps = ({ tierStatusOf, pepper, allowsLoopback, ...tables }: Deps) => ({
  tierStatusOf,
  now: tables.now,
  objectTraces: objectTraceTable(tables),
  allowsLoopback,
  ...observeTables(tables),
  rules: ruleTable(tables),
  slos: sloTable(tables),
  states: rowTable(ruleStateRow, tables),
  members: rowTable(memberRow, tables),
  signing: alertSigningTable(tables),
  secrets: webhookSecrets(pepper, tables.now),
})

export type ObserveDeps = ReturnType<typeof observeDeps>

export const observeRoutes = (deps: ObserveDeps): Route[] => [
  ingestRoute(deps),
  summaryRoute(deps),
  ...traceRoutes(deps),
  ...alertMetricRoutes(deps),
  logsRoute(deps),
  metricSeriesRoute(deps),
  ...ruleRoutes(deps),
  ...sloRoutes(deps),
  ...alertSecretRoutes(deps),
  ...internalRoutes(deps),
]
