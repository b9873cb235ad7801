import { agentCallers } from '@signet/identity'
import { type ApiRuntime, apiApp } from '@signet/kernel'
import { BASE_SCOPES, issuerKeysTable, oauthAuthenticator } from '@signet/oauth'
import { mcpEndpoint } from '@signet/tools/mcp'
import type { access } from '../contract/access.ts'
import { failurePage } from '../oauth/failure-page.ts'
import { METADATA_PATH } from '../oauth/metadata-routes.ts'
import { inOauthForm } from '../oauth/oauth-form.ts'
import { oauthRoutes } from '../oauth/oauth-routes.ts'

type Runtime = ApiRuntime<typeof access.mcp>

/** Enough for the arguments of any tool. */
const MAX_BODY_BYTES = 65_536

/** Loaded with the first message: registration, sign-in and metadata do not need it. */
const loadTools = async (runtime: Runtime) => (await import('./tool-messages.ts')).toolMessages(runtime)

const endpointOf = (runtime: Runtime) => {
  const { env, limit, publicUrl } = runtime
  let loading: ReturnType<typeof loadTools> | undefined
  return mcpEndpoint({
    name: 'mcp',
    path: '/',
    neighbours: { publicUrl, isLocal: env.STAGE === 'local', origins: originsOf(env.CORS_ORIGINS) },
    authenticate: agentCallers(runtime, {
      keyPrefix: runtime.access.agents,
      accessTokens: oauthAuthenticator({ keys: issuerKeysTable(runtime), now: runtime.now }),
    }),
    scopes: BASE_SCOPES,
    metadataPath: METADATA_PATH,
    limit,
    rate: { requests: 600, window: '1m', by: 'caller' },
    maxBodyBytes: MAX_BODY_BYTES,
    load: () => {
      loading ??= loadTools(runtime).catch((error: unknown) => {
        loading = undefined
        throw error
      })
      return loading
    },
  })
}

const originsOf = (setting: string): readonly string[] => (setting === 'none' ? [] : setting.split(','))

/**
 * Wires the function of agents: the tools over MCP, and the authorization of agents, which pages of any origin may
 * call.
 */
export const app = apiApp<typeof access.mcp>((runtime) => ({
  routes: oauthRoutes(runtime),
  protocol: endpointOf(runtime),
  failurePage,
  refusalOf: inOauthForm,
  pages: 'any',
}))
