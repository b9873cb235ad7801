import { apiApp } from '@signet/kernel'
import type { access } from '../contract/access.ts'
import { oauthRoutes } from '../oauth/oauth-routes.ts'

/** The function of agents, wired. */
export const app = apiApp<typeof access.mcp>((runtime) => ({ routes: oauthRoutes(runtime) }))
