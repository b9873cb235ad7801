import type { ApiRuntime, Authenticator, Callers, SecretSource } from '@signet/kernel'
import { anonymousCaller } from './anonymous.ts'
import { authenticationChain } from './authentication-chain.ts'
import { configuredVerifier, type SessionVariables } from './configured-sessions.ts'
import { keyAuthenticator } from './key-table.ts'
import { platformCallAuthenticator } from './platform-call.ts'
import { hasScope } from './scopes.ts'
import { sessionAuthenticator } from './session.ts'
import { sessionReader } from './session-reader.ts'

/** The credentials that a service accepts. */
export interface CallerOptions {
  /** How its API keys begin, such as `plat_`. */
  readonly keyPrefix: string
  /** Whether it serves callers without any credential as tenants of their own. */
  readonly anonymous?: true
  /** Where the platform calls it for people and organisations: the service's name in such calls, and the secret that signs them. */
  readonly platformCalls?: { readonly audience: string; readonly secret: SecretSource }
  /** Recognises access tokens of agents, where the service takes such. */
  readonly accessTokens?: Authenticator
}

type Runtime = Pick<ApiRuntime, 'db' | 'table' | 'pepper' | 'now'> & {
  readonly env: SessionVariables
}

/** A call of the platform, API key, access token of an agent, then session, then anonymous where the service takes such (spec image-service 5). */
export const callersOf = (
  runtime: Runtime,
  { keyPrefix, anonymous, platformCalls, accessTokens }: CallerOptions,
): Callers => {
  const { db, table, pepper, now, env } = runtime
  const tables = { db, table, pepper, now }
  const sessions = sessionAuthenticator({ loadVerifier: configuredVerifier(env), read: sessionReader(tables) })
  const byPlatform = platformCalls ? [platformCallAuthenticator({ ...platformCalls, now })] : []
  const byKey = keyAuthenticator({ prefix: keyPrefix, ...tables })
  const chain = [...byPlatform, byKey, ...(accessTokens ? [accessTokens] : []), sessions]
  return { authenticate: authenticationChain(chain, anonymous && anonymousCaller(pepper)), hasScope }
}

/** Agents: API keys with this prefix, then access tokens, and nothing else (spec image-service 4.9). */
export const agentCallers = (
  { db, table, pepper, now }: Pick<ApiRuntime, 'db' | 'table' | 'pepper' | 'now'>,
  { keyPrefix: prefix, accessTokens }: { readonly keyPrefix: string; readonly accessTokens: Authenticator },
): Authenticator => authenticationChain([keyAuthenticator({ prefix, db, table, pepper, now }), accessTokens], undefined)
