import { type ApiRuntime, type Authenticator, addressHasher, type Callers, type SecretSource } from '@signet/kernel'
import { authenticationChain } from './authentication-chain.ts'
import { configuredVerifier, type SessionVariables } from './configured-sessions.ts'
import { keyAuthenticator } from './key-table.ts'
import { platformCallAuthenticator } from './platform-call.ts'
import { hasScope } from './scopes.ts'
import { sessionAuthenticator } from './session.ts'
import { sessionReader } from './session-reader.ts'

/**
 * Authenticates anonymous callers. The tenant ID is a keyed hash of the network, so a stored ID does not reveal an
 * address.
 */
export const anonymousCaller = (pepper: SecretSource): Authenticator => {
  const hash = addressHasher(pepper)
  return async ({ sourceIp }) => {
    const tenantId = `anon-${await hash(sourceIp)}`
    return { kind: 'anonymous', tenantId, scopes: ['generate', 'read'], rateKey: tenantId }
  }
}

interface CallerOptions {
  readonly keyPrefix: string
  /** Accepts callers without a credential, each network as its own tenant. */
  readonly anonymous?: true | undefined
  /**
   * For services that the platform calls on behalf of users and organizations: the service's name in such calls, and
   * the secret that signs them.
   */
  readonly platformCalls?: { readonly audience: string; readonly secret: SecretSource } | undefined
  readonly accessTokens?: Authenticator | undefined
}

/**
 * Tries platform call, API key, agent access token, session, then anonymous, as far as the service accepts them (spec
 * image-service 5).
 */
export const callersOf = (
  runtime: Pick<ApiRuntime, 'db' | 'table' | 'pepper' | 'now'> & { readonly env: SessionVariables },
  { keyPrefix, anonymous, platformCalls, accessTokens }: CallerOptions,
): Callers => {
  const { db, table, pepper, now, env } = runtime
  const tables = { db, table, pepper, now }
  const sessions = sessionAuthenticator({ loadVerifier: configuredVerifier(env), read: sessionReader(tables) })
  const platformAuthenticators = platformCalls ? [platformCallAuthenticator({ ...platformCalls, now })] : []
  const keyCallers = keyAuthenticator({ prefix: keyPrefix, ...tables })
  const chain = [...platformAuthenticators, keyCallers, ...(accessTokens ? [accessTokens] : []), sessions]
  return { authenticate: authenticationChain(chain, anonymous && anonymousCaller(pepper)), hasScope }
}

/**
 * Authenticates agents: API keys with this prefix, then access tokens, and no other credential (spec image-service
 * 4.9).
 */
export const agentCallers = (
  { db, table, pepper, now }: Pick<ApiRuntime, 'db' | 'table' | 'pepper' | 'now'>,
  { keyPrefix: prefix, accessTokens }: { readonly keyPrefix: string; readonly accessTokens: Authenticator },
): Authenticator => authenticationChain([keyAuthenticator({ prefix, db, table, pepper, now }), accessTokens], undefined)
