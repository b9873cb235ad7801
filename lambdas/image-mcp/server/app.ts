import { apiApp } from '@signet/kernel'
import { agentEndpoint } from '@signet/mcp/agents'
import type { access } from '../contract/access.ts'
import { failurePage } from '../oauth/failure-page.ts'
import { toOauthRefusal } from '../oauth/oauth-form.ts'
import { oauthRoutes } from '../oauth/oauth-routes.ts'

const MAX_BODY_BYTES = 65_536

export const app = apiApp<typeof access.server>((runtime) => ({
  routes: oauthRoutes(runtime),
  protocol: agentEndpoint(runtime, {
    kind: 'images',
    maxBodyBytes: MAX_BODY_BYTES,
    load: async () => (await import('./tool-messages.ts')).toolMessages(runtime),
  }),
  failurePage,
  refusalOf: toOauthRefusal,
  pages: 'any',
}))
