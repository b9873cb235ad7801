import type { Clock, Route, TableDeps } from '@signet/kernel'
import type { StandingOf } from '@signet/ledger'
import { ingestRoute } from '../ingest/ingest-route.ts'
import { internalRoutes } from '../internal/internal-routes.ts'
import { logsRoute } from '../readings/logs-route.ts'
import { otherRoutes } from '../readings/other-routes.ts'
import { summaryRoute } from '../readings/summary-route.ts'
import { foundTable } from '../spans/found-table.ts'
import { traceRoutes } from '../traces/trace-routes.ts'
import { observeTables } from './observe-tables.ts'

interface Deps extends TableDeps {
  readonly standingOf: StandingOf
  readonly now: Clock
}

/** What the routes of observability stand on, over the one table. */
export const observeDeps = ({ standingOf, ...tables }: Deps) => ({
  ...{ standingOf, now: tables.now, found: foundTable(tables) },
  ...observeTables(tables),
})

export type ObserveDeps = ReturnType<typeof observeDeps>

export const observeRoutes = (deps: ObserveDeps): Route[] => [
  ingestRoute(deps),
  summaryRoute(deps),
  ...traceRoutes(deps),
  ...otherRoutes(deps),
  logsRoute(deps),
  ...internalRoutes(deps),
]
