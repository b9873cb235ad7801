import { authenticatedApp } from '@signet/identity'
import type { access } from '../contract/access.ts'
import { type AgentClients, agentDeps } from './agent-deps.ts'
import { agentRoutes } from './agent-routes.ts'

/** Wires the function of consultations. */
export const app = authenticatedApp<typeof access.agents, AgentClients>((runtime) => ({
  routes: agentRoutes(agentDeps(runtime)),
}))
