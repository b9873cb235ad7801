import type { ApiRuntime, Authenticator, Callers, SecretSource } from '@signet/kernel'
import { anonymousCaller } from './anonymous.ts'
import { authenticationChain } from './authentication-chain.ts'
import { configuredVerifier, type SessionVariables } from './configured-sessions.ts'
import { keyAuthenticator } from './key-table.ts'
import { platformCallAuthenticator } from './platform-call.ts'
import { hasScope } from './scopes.ts'
import { sessionAuthenticator } from './session.ts'
import { sessionReader } from './session-reader.ts'

/** What a service takes for credentials. */
export interface CallerOptions {
  /** How its API keys begin, such as `plat_`. */
  readonly keyPrefix: string
  /** Whether it serves callers without any credential as tenants of their own. */
  readonly anonymous?: true
  /** Where the platform calls it for people and organisations: the service's name in such calls, and the secret that signs them. */
  readonly platformCalls?: { readonly audience: string; readonly secret: SecretSource }
}

type Runtime = Pick<ApiRuntime, 'db' | 'table' | 'pepper' | 'now'> & {
  readonly env: SessionVariables
}

/** A call of the platform, API key, then session, then anonymous where the service takes such (spec image-service 5). */
export const callersOf = (runtime: Runtime, { keyPrefix, anonymous, platformCalls }: CallerOptions): Callers => {
  const { db, table, pepper, now, env } = runtime
  const tables = { db, table, pepper, now }
  const sessions = sessionAuthenticator({ loadVerifier: configuredVerifier(env), read: sessionReader(tables) })
  const byPlatform = platformCalls ? [platformCallAuthenticator({ ...platformCalls, now })] : []
  const chain = [...byPlatform, keyAuthenticator({ prefix: keyPrefix, ...tables }), sessions]
  return { authenticate: authenticationChain(chain, anonymous && anonymousCaller(pepper)), hasScope }
}

/** API keys with this prefix and nothing else. */
export const keysOnly = (
  runtime: Pick<ApiRuntime, 'db' | 'table' | 'pepper' | 'now'>,
  prefix: string,
): Authenticator => {
  const { db, table, pepper, now } = runtime
  return authenticationChain([keyAuthenticator({ prefix, db, table, pepper, now })], undefined)
}
