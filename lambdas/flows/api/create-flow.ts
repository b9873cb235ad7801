import { reply } from '@signet/contracts'
import type { PlatformRequest } from '@signet/http-client/siblings'
import { scopesOf } from '@signet/identity'
import { type Log, Refusal, type RequestContext, type Route, route } from '@signet/kernel'
import { type PaidDeps, paidHeaders, paidOnce, type payingDeps } from '@signet/ledger'
import type { CreatedFlow, FlowBody } from '@signet/runtime-schemas/flow'
import { createFlow } from '../contract/flows.ts'
import { flowKeyRow } from '../contract/rows.ts'
import { type Enhance, timeToEdit } from '../oracle/enhance.ts'
import { type StoredOracle, withEdited } from '../oracle/oracle-table.ts'
import { filesOf, governanceOf } from './flow-view.ts'
import type { CreatedScaffold, RuntimeFlows, RuntimeRefusal } from './runtime-flows.ts'

export interface CreateFlowDeps extends PaidDeps, Pick<ReturnType<typeof payingDeps>, 'tierStatusOf'> {
  readonly flowsFor: (context: PlatformRequest) => RuntimeFlows
  readonly enhance: Enhance
  readonly log: Pick<Log, 'warn'>
}

export const hasOracle = async (
  { tierStatusOf }: Pick<CreateFlowDeps, 'tierStatusOf'>,
  org: string,
): Promise<boolean> => (await tierStatusOf(org)).tier !== 'free'

/**
 * Returns the result of the oracle (the edited prose) if it was requested. If the editor or the receipt fails, the flow is
 * still created; the oracle can be requested later. A thrown error fails the request, because the result may be stored and
 * a reply without it would be wrong.
 */
const oracleOf = async (
  deps: CreateFlowDeps,
  { intention, oracle }: FlowBody,
  { caller, signal }: Pick<RequestContext, 'caller' | 'signal'>,
  scaffold: CreatedScaffold,
): Promise<StoredOracle | undefined> => {
  const { entitlementScope: org, resourceScope: tenant } = scopesOf(caller)
  if (!oracle || !(await hasOracle(deps, org))) return undefined
  const enhanceRequest = { key: { org, tenant, flow: scaffold.hash }, intention, files: filesOf(scaffold), signal }
  const result = await deps.enhance(enhanceRequest)
  if (!(result instanceof Refusal)) return result
  deps.log.warn('flow created without its oracle', { flow: scaffold.hash, error: result })
  return undefined
}

const flowOf = (scaffold: CreatedScaffold, oracle: StoredOracle | undefined): Omit<CreatedFlow, 'warning'> => {
  const { threat_model, adr, test_plan } = governanceOf(withEdited(filesOf(scaffold), oracle))
  const { pattern, confidence } = scaffold.classification
  return {
    id: scaffold.hash,
    classification: { pattern, confidence },
    traits: scaffold.traits,
    tier2_recommended: confidence === 'low',
    output: scaffold.output,
    facts: {
      ...scaffold.emittedFacts,
      'governance.threat_model': threat_model,
      'governance.adr': adr,
      'governance.test_plan': test_plan,
    },
    oracle_enhanced: oracle !== undefined,
  }
}

/** `POST /api/flows` (spec platform-api 4.7). */
export const createFlowRoute = (deps: CreateFlowDeps): Route => {
  const paid = paidOnce<Omit<CreatedFlow, 'warning'>>(deps, flowKeyRow)
  return route(createFlow, async ({ body, headers, ...context }) => {
    const signal = timeToEdit(context.signal)
    const paidRequest = { scopes: scopesOf(context.caller), purpose: 'create', key: headers['idempotency-key'], body }
    const once = await paid(paidRequest, async (request): Promise<Omit<CreatedFlow, 'warning'> | RuntimeRefusal> => {
      const scaffold = await deps.flowsFor(context).create(body, `platform-${request}`)
      return scaffold instanceof Refusal
        ? scaffold
        : flowOf(scaffold, await oracleOf(deps, body, { caller: context.caller, signal }, scaffold))
    })
    return once instanceof Refusal ? once : reply(201, once.result, paidHeaders(once))
  })
}
