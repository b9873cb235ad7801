import { type Clock, type Log, managedSecret } from '@signet/kernel'
import { variablesOf } from '@signet/kernel/access'
import type { Ask } from './asked.ts'
import { type CallDeps, callSibling, type Sibling } from './call-sibling.ts'
import { isOperation, type OperationTable, type SiblingTables } from './operation.ts'
import type { AnyRequest } from './request.ts'
import { TABLES } from './tables.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** What a function's runtime brings along. */
interface Runtime<Env extends Variables> {
  readonly env: Env
  readonly secrets: Parameters<typeof managedSecret>[0]['client']
  readonly now: Clock
  readonly log: Log
}

/** What tests bring along instead of a bundle. */
interface Overrides extends Partial<CallDeps> {
  readonly tables?: SiblingTables
}

const callsOf = (deps: CallDeps, sibling: Sibling, table: OperationTable): object =>
  Object.fromEntries(
    Object.entries(table).map(([name, entry]) => [
      name,
      isOperation(entry)
        ? (request: AnyRequest = {}) => callSibling(deps, sibling, entry, request)
        : callsOf(deps, sibling, entry),
    ]),
  )

/** `none`: nobody serves the API in this deployment. */
const addressOf = (env: Variables, api: string): string | undefined => {
  const [variable = ''] = variablesOf({ asks: [api] })
  const address = env[variable]
  return address === 'none' ? undefined : address
}

/**
 * The siblings that a function may ask, by the APIs that its access names: `siblingsOf<typeof access.api>(runtime)`. An
 * API that nobody serves is absent.
 */
export const siblingsOf = <A>(
  { env, secrets, now, log }: Runtime<Variables>,
  { tables = TABLES, ...overrides }: Overrides = {},
): Ask<A> => {
  const secret = managedSecret({ client: secrets, id: env.PLATFORM_CALLS_SECRET ?? '', now })
  const deps: CallDeps = { secret, now, log, ...overrides }
  const apis = Object.entries(tables).flatMap(([api, services]) => {
    const baseUrl = addressOf(env, api)
    if (baseUrl === undefined) return []
    const calls = services.map(({ service, operations }) => callsOf(deps, { service, baseUrl }, operations))
    return [[api, Object.assign({}, ...calls)] as const]
  })
  return Object.fromEntries(apis) as Ask<A>
}
