import { authenticatedApp } from '@signet/identity'
import { rowTable } from '@signet/kernel'
import { intakeTable, UNPAID } from '@signet/posture/intakes'
import { receiptRow } from '@signet/receipts/rows'
import type { access } from '../contract/access.ts'
import { findingRow } from '../contract/finding-rows.ts'
import { signingDeps } from '../wiring/signing.ts'
import { type AgentClients, agentDeps } from './agent-deps.ts'
import { agentRoutes } from './agent-routes.ts'
import { findingRoute } from './finding-route.ts'
import { intakeRoute } from './intake-route.ts'

export const app = authenticatedApp<typeof access.agents, AgentClients>((runtime) => {
  const { inscriber, issue } = signingDeps(runtime)
  const deps = agentDeps(runtime, inscriber)
  const intakeDeps = {
    ...runtime,
    issue,
    intakes: intakeTable(runtime),
    creditFor: () => UNPAID,
    runPaid: deps.runPaid,
  }
  const findings = rowTable(findingRow, runtime)
  const receipts = rowTable(receiptRow, runtime)
  return {
    routes: [
      ...agentRoutes(deps),
      findingRoute({ ...deps, findings, receipts, newId: runtime.newId }),
      intakeRoute(intakeDeps),
    ],
  }
})
