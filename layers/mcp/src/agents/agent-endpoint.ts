import { agentCallers } from '@signet/identity'
import { issuerKeysTable, oauthAuthenticator, SERVICE_SCOPES, type ServiceKind } from '@signet/identity/oauth'
import { type ApiRuntime, type Authenticator, type Caller, loadedOnce, type Protocol } from '@signet/kernel'
import { type McpEndpointOptions, mcpEndpoint } from '../tools/mcp/mcp-endpoint.ts'
import { METADATA_PATH } from './resource-reply.ts'

type Runtime = Pick<ApiRuntime, 'db' | 'table' | 'pepper' | 'now' | 'newId' | 'limit' | 'publicUrl' | 'log'> & {
  readonly env: { readonly STAGE: string; readonly CORS_ORIGINS: string }
  readonly access: { readonly agents: { readonly keyPrefix: string } }
}

export interface AgentEndpointOptions {
  readonly kind: ServiceKind
  readonly maxBodyBytes: number
  /** Loads tools and protocol with the first message, because registration, sign-in and metadata do not need them. */
  readonly load: () => ReturnType<McpEndpointOptions['load']>
  /** Adjusts the authenticated caller, for example its scopes; default: unchanged. */
  readonly admit?: (caller: Caller) => Caller
}

const originsOf = (setting: string): readonly string[] => (setting === 'none' ? [] : setting.split(','))

const withAdmission =
  (authenticate: Authenticator, admit: (caller: Caller) => Caller): Authenticator =>
  async (credentials) => {
    const caller = await authenticate(credentials)
    return caller && admit(caller)
  }

/** An MCP endpoint at `/`, for API keys and for access tokens that were issued for its address. */
export const agentEndpoint = (
  runtime: Runtime,
  { kind, maxBodyBytes, load, admit = (caller) => caller }: AgentEndpointOptions,
): Protocol => {
  const { env, limit, publicUrl } = runtime
  const authenticate = agentCallers(runtime, {
    keyPrefix: runtime.access.agents.keyPrefix,
    accessTokens: oauthAuthenticator({ keys: issuerKeysTable(runtime), now: runtime.now }),
  })
  return mcpEndpoint({
    name: 'mcp',
    path: '/',
    allowedCallers: { publicUrl, isLocal: env.STAGE === 'local', origins: originsOf(env.CORS_ORIGINS) },
    authenticate: withAdmission(authenticate, admit),
    scopes: SERVICE_SCOPES[kind].base,
    metadataPath: METADATA_PATH,
    limit,
    rate: { requests: 600, window: '1m', by: 'caller' },
    maxBodyBytes,
    load: loadedOnce(load),
  })
}
