import { reply } from '@signet/contracts'
import type { PlatformRequest } from '@signet/http-client/siblings'
import { scopesOf } from '@signet/identity'
import { type Log, notFound, Refusal, type RequestContext, type Route, route } from '@signet/kernel'
import { getFlow, listFlows, updateFlow } from '../contract/flows.ts'
import type { OracleTable } from '../oracle/oracle-table.ts'
import { filesOf, flowView } from './flow-view.ts'
import type { RuntimeFlows, StoredScaffold } from './runtime-flows.ts'

export interface FlowDeps {
  readonly flowsFor: (context: PlatformRequest) => RuntimeFlows
  readonly oracles: Pick<OracleTable, 'find'>
  readonly log: Pick<Log, 'warn'>
}

export const flowKeyOf = ({ caller }: Pick<RequestContext, 'caller'>, flow: string) => {
  const { entitlementScope: org, resourceScope: tenant } = scopesOf(caller)
  return { org, tenant, flow }
}

export const flowNotFound = () => notFound('The scaffold does not exist')

/** `GET /api/flows`. An upstream error yields an empty list (spec platform-api 4.7). */
const listRoute = ({ flowsFor, log }: FlowDeps): Route =>
  route(listFlows, async ({ query, ...context }) => {
    const listed = await flowsFor(context).list(query)
    // An invalid cursor is the caller's error.
    if (listed instanceof Refusal && listed.code === 'invalid_input') return listed as Refusal<'invalid_input'>
    if (listed instanceof Refusal) log.warn('flow list failed', { error: listed })
    if (listed === undefined || listed instanceof Refusal) return reply(200, { flows: [], next_cursor: null })
    const flows = listed.readings.map(({ hash, intention, project_type = 'api', at }) => ({
      id: hash,
      intention,
      project_type,
      status: 'completed' as const,
      created_at: at,
    }))
    return reply(200, { flows, next_cursor: listed.next_cursor })
  })

/** `GET /api/flows/:id`. Returns 404 for another tenant's flow. */
const detailRoute = ({ flowsFor, oracles }: FlowDeps): Route =>
  route(getFlow, async ({ params: { id }, ...context }) => {
    const stored = await flowsFor(context).read(id)
    if (stored === undefined) return flowNotFound()
    if (stored instanceof Refusal) return stored
    return reply(200, flowView(stored, await oracles.find(flowKeyOf(context, id))))
  })

const ANSWERS = '.scaffold/answers.json'

/** Returns the answers that a scaffold was generated from. The type is `never`, because the runtime validates them. */
const answersOf = (stored: StoredScaffold): never => {
  const file = filesOf(stored).find(({ path }) => path === ANSWERS)
  if (file === undefined) throw new Error(`The scaffold ${stored.hash} has no ${ANSWERS}`)
  return JSON.parse(file.content) as never
}

const updateRoute = ({ flowsFor }: FlowDeps): Route =>
  route(updateFlow, async ({ params: { id }, body: { files }, ...context }) => {
    const flows = flowsFor(context)
    const stored = await flows.read(id)
    if (stored === undefined) return flowNotFound()
    if (stored instanceof Refusal) return stored
    const updated = await flows.update({ answers: answersOf(stored), files })
    return updated instanceof Refusal ? updated : reply(200, updated)
  })

export const flowRoutes = (deps: FlowDeps): Route[] => [listRoute(deps), detailRoute(deps), updateRoute(deps)]
