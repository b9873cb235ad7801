import type { Clock, Log, SecretSource } from '@signet/kernel'
import { variablesOf } from '@signet/kernel/access'
import { siblingFailed } from './answer.ts'
import { type CallDeps, callSibling, type Sibling } from './call-sibling.ts'
import { isOperation, type OperationTable, type SiblingTables } from './operation.ts'
import type { AnyRequest } from './request.ts'
import type { SiblingCalls } from './sibling-types.ts'
import { TABLES } from './tables.ts'

type Variables = Readonly<Record<string, string | undefined>>

interface Runtime<Env extends Variables> {
  readonly env: Env
  readonly clients: { readonly secrets: { readonly managed: (id: string) => SecretSource } }
  readonly now: Clock
  readonly log: Log
}

interface Overrides extends Partial<CallDeps> {
  readonly tables?: SiblingTables
}

/** Builds the calls of a service. Without an address, the deployment does not have the service, and each call fails. */
const callsOf = (deps: CallDeps, sibling: Sibling | undefined, table: OperationTable): object =>
  Object.fromEntries(
    Object.entries(table).map(([name, entry]) => [
      name,
      isOperation(entry)
        ? async (request: AnyRequest = {}) =>
            sibling
              ? callSibling(deps, sibling, entry, request)
              : siblingFailed(entry, new Error('This deployment does not have the API'))
        : callsOf(deps, sibling, entry),
    ]),
  )

/** `none`: this deployment does not have the API. */
const addressOf = (env: Variables, api: string): string | undefined => {
  const [variable = ''] = variablesOf({ calls: [api] })
  const address = env[variable]
  return address === 'none' ? undefined : address
}

/**
 * Builds the calls of siblings for the APIs in a function's access: `siblingsOf<typeof access.api>(runtime)`. Calls of
 * an API that this deployment does not have fail.
 */
export const siblingsOf = <A>(
  { env, clients, now, log }: Runtime<Variables>,
  { tables = TABLES, ...overrides }: Overrides = {},
): SiblingCalls<A> => {
  const secret = clients.secrets.managed(env.PLATFORM_CALLS_SECRET ?? '')
  const originKey = env.ORIGIN_KEY_SECRET ? clients.secrets.managed(env.ORIGIN_KEY_SECRET) : undefined
  const deps: CallDeps = { secret, originKey, now, log, ...overrides }
  const apis = Object.entries(tables).map(([api, services]) => {
    const baseUrl = addressOf(env, api)
    const calls = services.map(({ service, operations }) =>
      callsOf(deps, baseUrl === undefined ? undefined : { service, baseUrl }, operations),
    )
    return [api, Object.assign({}, ...calls)] as const
  })
  return Object.fromEntries(apis) as SiblingCalls<A>
}
