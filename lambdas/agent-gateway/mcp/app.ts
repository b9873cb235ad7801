import { canonicalResource, resourceTable } from '@signet/identity/oauth'
import { type ApiRuntime, apiApp, type Route, route } from '@signet/kernel'
import { agentEndpoint, resourceReply } from '@signet/mcp/agents'
import type { access } from '../contract/access.ts'
import { getGatewayResource } from '../contract/gateway.ts'
import { healthRoute } from '../health/health-route.ts'
import { withImpliedScopes } from './scopes.ts'

/** Maximum size of a request. Allows the files of a project update, up to the limit of the platform. */
const MAX_BODY_BYTES = 768 * 1024

/**
 * Serves the metadata of the gateway (RFC 9728). Registers the address with the authorization server first, because
 * clients continue there.
 */
const resourceRoute = (runtime: ApiRuntime<typeof access.mcp>): Route => {
  const resources = resourceTable(runtime)
  const issuer = runtime.env.IMAGEAGENTS_PUBLIC_URL.replace(/\/+$/, '')
  const registered = new Set<string>()
  return route(getGatewayResource, async ({ baseUrl }) => {
    const resource = canonicalResource(baseUrl) ?? baseUrl
    if (!registered.has(resource)) await resources.publish('runtime', resource)
    registered.add(resource)
    return resourceReply({ resource, issuer, kind: 'runtime', name: 'Signet agent gateway' })
  })
}

export const app = apiApp<typeof access.mcp>((runtime) => ({
  routes: [resourceRoute(runtime), healthRoute(runtime)],
  protocol: agentEndpoint(runtime, {
    kind: 'runtime',
    maxBodyBytes: MAX_BODY_BYTES,
    load: async () => (await import('./tool-messages.ts')).toolMessages(runtime),
    admit: withImpliedScopes,
  }),
  pages: 'any',
}))
