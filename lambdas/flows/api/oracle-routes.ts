import { reply } from '@signet/contracts'
import { Refusal, type Route, refusal, route } from '@signet/kernel'
import { UPGRADE_PATH } from '@signet/ledger'
import type { OracleResult } from '@signet/runtime-schemas/flow'
import { askFlowOracle, getFlowOracle } from '../contract/flows.ts'
import { type Enhance, timeToEdit } from '../oracle/enhance.ts'
import type { StoredOracle } from '../oracle/oracle-table.ts'
import { type CreateFlowDeps, hasOracle } from './create-flow.ts'
import { type FlowDeps, flowKeyOf, flowNotFound } from './flow-routes.ts'
import { filesOf } from './flow-view.ts'

export interface OracleDeps extends FlowDeps, Pick<CreateFlowDeps, 'tierStatusOf'> {
  readonly enhance: Enhance
  readonly issuer: string
}

const resultOf = ({ issuer }: OracleDeps, stored: StoredOracle): OracleResult => {
  const { flow: _flow, at: _at, until, receipt, ...details } = stored
  return {
    enhanced: true,
    ...details,
    receipt: { hash: receipt, verifyUrl: `${issuer}/verify/${receipt}` },
    kept_until: until,
  }
}

const planRequired = () =>
  refusal('plan_required', 'Editing the documents of a scaffold requires the Pro or Team plan', {
    extras: { upgrade_url: UPGRADE_PATH, upgrade: UPGRADE_PATH },
  })

const missingPromptContext = () =>
  refusal('no_prompt_context', 'The scaffold has no prompt context; create the scaffold again with `oracle`')

/** `POST /api/flows/:id/oracle` (spec platform-api 4.7). */
const askRoute = (deps: OracleDeps): Route =>
  route(askFlowOracle, async ({ params: { id }, ...context }) => {
    const signal = timeToEdit(context.signal)
    const key = flowKeyOf(context, id)
    if (!(await hasOracle(deps, key.org))) return planRequired()
    const earlier = await deps.oracles.find(key)
    if (earlier) return reply(200, resultOf(deps, earlier))
    const stored = await deps.flowsFor(context).read(id)
    if (stored === undefined) return flowNotFound()
    if (stored instanceof Refusal) return stored.code === 'invalid_input' ? flowNotFound() : stored
    if (!stored.envelope) return missingPromptContext()
    const { intention } = stored
    const result = await deps.enhance({ key, intention, files: filesOf(stored), signal })
    return result instanceof Refusal ? result : reply(200, resultOf(deps, result))
  })

/** `GET /api/flows/:id/oracle`: the stored result, on any plan. */
const storedResultRoute = (deps: OracleDeps): Route =>
  route(getFlowOracle, async ({ params: { id }, ...context }) => {
    const stored = await deps.oracles.find(flowKeyOf(context, id))
    return reply(200, stored ? resultOf(deps, stored) : { enhanced: false })
  })

export const oracleRoutes = (deps: OracleDeps): Route[] => [askRoute(deps), storedResultRoute(deps)]
