import type { Clock, Route, TableDeps } from '@signet/kernel'
import type { StandingOf } from '@signet/ledger'
import { alertTable } from '../alerts/alert-table.ts'
import { capTable } from '../caps/cap-table.ts'
import { countTable } from '../counters/count-table.ts'
import { ingestRoute } from '../ingest/ingest-route.ts'
import { internalRoutes } from '../internal/internal-routes.ts'
import { metricTable } from '../metrics/metric-table.ts'
import { otlpRoutes } from '../otlp/otlp-routes.ts'
import { logsRoute } from '../readings/logs-route.ts'
import { otherRoutes } from '../readings/other-routes.ts'
import { summaryRoute } from '../readings/summary-route.ts'
import { foundTable } from '../traces/found-table.ts'
import { hourTable } from '../traces/hour-table.ts'
import { pieceTable } from '../traces/piece-table.ts'
import { traceRoutes } from '../traces/trace-routes.ts'
import { traceTable } from '../traces/trace-table.ts'
import { workerTable } from '../workers/worker-table.ts'

interface Deps extends TableDeps {
  readonly standingOf: StandingOf
  readonly now: Clock
}

/** What the routes of observability stand on, over the one table. */
export const observeDeps = ({ standingOf, ...tables }: Deps) => ({
  ...{ standingOf, now: tables.now, found: foundTable(tables) },
  ...{ workers: workerTable(tables), caps: capTable(tables), counters: countTable(tables) },
  ...{ traces: traceTable(tables), hours: hourTable(tables), pieces: pieceTable(tables) },
  ...{ metricRows: metricTable(tables), alerts: alertTable(tables) },
})

export type ObserveDeps = ReturnType<typeof observeDeps>

export const observeRoutes = (deps: ObserveDeps): Route[] => [
  ingestRoute(deps),
  summaryRoute(deps),
  ...traceRoutes(deps),
  ...otherRoutes(deps),
  logsRoute(deps),
  ...otlpRoutes(deps),
  ...internalRoutes(deps),
]
