import { agentCallers, hasScope } from '@signet/identity'
import { type ApiRuntime, apiApp, type Caller, type Log, managedSecret } from '@signet/kernel'
import { allowanceTable } from '@signet/ledger'
import { BASE_SCOPES, issuerKeysTable, oauthAuthenticator } from '@signet/oauth'
import { callTool, type ToolContext } from '@signet/tools'
import { mcpEndpoint } from '@signet/tools/mcp'
import { platformPurchases } from '../billing/platform-purchases.ts'
import type { access } from '../contract/access.ts'
import { imageServiceOf } from '../images/image-service.ts'
import { METADATA_PATH } from '../oauth/metadata-routes.ts'
import { oauthRoutes } from '../oauth/oauth-routes.ts'
import type { ToolDeps } from '../tools/deps.ts'
import { keysMayBuy } from './key-scopes.ts'

type Runtime = ApiRuntime<typeof access.mcp>

/** The arguments of any tool fit in. */
const MAX_BODY_BYTES = 65_536

const toolDeps = (runtime: Runtime): ToolDeps => {
  const { env, secrets, now } = runtime
  const secret = managedSecret({ client: secrets, id: env.PLATFORM_CALLS_SECRET, now })
  return {
    imagesFor: imageServiceOf({ baseUrl: env.IMAGES_API_URL, secret, now }),
    allowanceOf: allowanceTable(runtime).read,
    purchases: platformPurchases({ baseUrl: env.PLATFORM_API_URL, secret, now }),
    platformUrl: env.PLATFORM_API_URL.replace(/\/+$/, ''),
    now,
  }
}

/** What the gates have found out of a call, as the SDK hands it through. */
const contextOf = (extra: Readonly<Record<string, unknown>> | undefined, signal: AbortSignal): ToolContext => {
  const { caller, log, baseUrl, images } = extra as unknown as Omit<ToolContext, 'signal'>
  return { caller: caller as Caller, log: log as Log, baseUrl, images, signal }
}

/** Loaded with the first message: registering, signing in and metadata need none of it. */
const loadTools = async (runtime: Runtime) => {
  const [{ mcpMessages, toolServer }, { imageTools }, { serverInfo }] = await Promise.all([
    import('@signet/tools/mcp-server'),
    import('../tools/registry.ts'),
    import('../tools/server-info.ts'),
  ])
  const deps = toolDeps(runtime)
  const info = serverInfo(runtime.env.VERSION, deps.platformUrl)
  const servers = toolServer(info, imageTools(deps), callTool({ limit: runtime.limit, hasScope }), contextOf)
  return mcpMessages(servers, (error) => runtime.log.warn('mcp', { error }))
}

const endpointOf = (runtime: Runtime) => {
  const { env, limit, publicUrl } = runtime
  let loading: ReturnType<typeof loadTools> | undefined
  return mcpEndpoint({
    name: 'mcp',
    path: '/',
    neighbours: { publicUrl, isLocal: env.STAGE === 'local', origins: originsOf(env.CORS_ORIGINS) },
    authenticate: keysMayBuy(
      agentCallers(runtime, {
        keyPrefix: 'gen_',
        accessTokens: oauthAuthenticator({ keys: issuerKeysTable(runtime), now: runtime.now }),
      }),
    ),
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

/** The function of agents, wired: the tools over MCP, and how agents are let in, which pages of any origin may ask. */
export const app = apiApp<typeof access.mcp>((runtime) => ({
  routes: oauthRoutes(runtime),
  protocol: endpointOf(runtime),
  pages: 'any',
}))
