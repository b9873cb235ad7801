import { authenticatedApp } from '@signet/identity'
import { rowTable } from '@signet/kernel'
import { receiptRow } from '@signet/receipts/rows'
import type { access } from '../contract/access.ts'
import { findingRow } from '../contract/finding-rows.ts'
import { signingDeps } from '../wiring/signing.ts'
import { type AgentClients, agentDeps } from './agent-deps.ts'
import { agentRoutes } from './agent-routes.ts'
import { findingRoute } from './finding-route.ts'

/** Wires the function of consultations. */
export const app = authenticatedApp<typeof access.agents, AgentClients>((runtime) => {
  const deps = agentDeps(runtime, signingDeps(runtime).inscriber)
  const [findings, receipts] = [rowTable(findingRow, runtime), rowTable(receiptRow, runtime)]
  return {
    routes: [...agentRoutes(deps), findingRoute({ ...deps, findings, receipts, newId: runtime.newId })],
  }
})
