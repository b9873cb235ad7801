import type { ApiRuntime, Callers } from '@signet/kernel'
import { anonymousCaller } from './anonymous.ts'
import { authenticationChain } from './authentication-chain.ts'
import { configuredVerifier, type SessionVariables } from './configured-sessions.ts'
import { keyAuthenticator } from './key-table.ts'
import { hasScope } from './scopes.ts'
import { sessionAuthenticator } from './session.ts'
import { sessionReader } from './session-reader.ts'

/** What a service takes for credentials. */
export interface CallerOptions {
  /** How its API keys begin, such as `plat_`. */
  readonly keyPrefix: string
  /** Whether it serves callers without any credential as tenants of their own. */
  readonly anonymous?: true
}

type Runtime = Pick<ApiRuntime, 'db' | 'table' | 'pepper' | 'now'> & {
  readonly env: SessionVariables
}

/** API key, then session, then anonymous where the service takes such (spec image-service 5). */
export const callersOf = (runtime: Runtime, { keyPrefix, anonymous }: CallerOptions): Callers => {
  const { db, table, pepper, now, env } = runtime
  const tables = { db, table, pepper, now }
  const sessions = sessionAuthenticator({ loadVerifier: configuredVerifier(env), read: sessionReader(tables) })
  const chain = [keyAuthenticator({ prefix: keyPrefix, ...tables }), sessions]
  return { authenticate: authenticationChain(chain, anonymous && anonymousCaller(pepper)), hasScope }
}
