import type { ApiRuntime, Callers } from '@signet/kernel'
import { anonymousCaller } from './anonymous.ts'
import { authenticationChain } from './authentication-chain.ts'
import { configuredSessions } from './configured-sessions.ts'
import { keyAuthenticator } from './key-table.ts'
import { hasScope } from './scopes.ts'

/** What a service takes for credentials. */
export interface CallerOptions {
  /** How its API keys begin, such as `plat_`. */
  readonly keyPrefix: string
  /** Whether it serves callers without any credential as tenants of their own. */
  readonly anonymous?: true
}

type Runtime = Pick<ApiRuntime, 'db' | 'table' | 'pepper' | 'now'> & {
  readonly env: Readonly<Record<'SESSION_ISSUER' | 'SESSION_CLIENT_ID', string>>
}

/** API key, then session, then anonymous where the service takes such (spec image-service 5). */
export const callersOf = (runtime: Runtime, { keyPrefix, anonymous }: CallerOptions): Callers => {
  const { db, table, pepper, now, env } = runtime
  const chain = [keyAuthenticator({ prefix: keyPrefix, db, table, pepper, now }), configuredSessions(env)]
  return { authenticate: authenticationChain(chain, anonymous && anonymousCaller(pepper)), hasScope }
}
