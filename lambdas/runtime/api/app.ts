import { authenticatedApp } from '@signet/identity'
import { rowTable } from '@signet/kernel'
import { classifyRoute } from '../classification/classify-route.ts'
import type { access } from '../contract/access.ts'
import { grimoireRow } from '../contract/reading-rows.ts'
import { simRow } from '../contract/sim-row.ts'
import { deckRoutes } from '../decks/deck-routes.ts'
import { graderRoute } from '../grader/grader-route.ts'
import { runGrader } from '../grader/run-grader.ts'
import { grimoireRoutes } from '../grimoire/grimoire-routes.ts'
import { recallRoute } from '../grimoire/recall-route.ts'
import { runRoute, spreadsRoute } from '../readings/reading-routes.ts'
import { receiptRoute } from '../receipts/receipt-route.ts'
import { telemetryRoutes } from '../telemetry/telemetry-routes.ts'
import { toolRoutes } from '../tools/tool-routes.ts'
import { type Clients, inscribingDeps } from '../wiring/inscribing-deps.ts'
import { readingDeps, receiptDeps } from '../wiring/reading-deps.ts'
import { healthRoute } from './health-route.ts'

export const app = authenticatedApp<typeof access.api, Clients>((runtime) => {
  const inscribing = inscribingDeps(runtime)
  const deps = {
    ...inscribing,
    ...readingDeps(runtime),
    ...receiptDeps(inscribing),
    grimoire: rowTable(grimoireRow, runtime),
    sims: rowTable(simRow, runtime),
  }
  const grader = runGrader(deps)
  return {
    routes: [
      ...[healthRoute(runtime), spreadsRoute(), runRoute(deps), classifyRoute(deps), graderRoute(grader)],
      ...[recallRoute(deps), receiptRoute(deps)],
      ...deckRoutes(deps),
      ...grimoireRoutes(deps),
      ...telemetryRoutes(deps),
      ...toolRoutes({ ...deps, limit: runtime.limit, grade: grader }),
    ],
  }
})
