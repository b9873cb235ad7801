import { apiApp } from '@signet/kernel'
import type { access } from '../contract/access.ts'
import { protectedResourceRoute } from '../oauth/protected-resource.ts'

/** The function of agents, wired. */
export const app = apiApp<typeof access.mcp>(() => ({ routes: [protectedResourceRoute()] }))
