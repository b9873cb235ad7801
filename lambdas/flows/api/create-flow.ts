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
import type { InscribedScaffold, NotAnswered, RuntimeFlows } from './runtime-flows.ts'

export interface CreateFlowDeps extends PaidDeps, Pick<ReturnType<typeof payingDeps>, 'standingOf'> {
  readonly flowsFor: (context: PlatformRequest) => RuntimeFlows
  readonly enhance: Enhance
  readonly log: Pick<Log, 'warn'>
}

export const hasOracle = async ({ standingOf }: Pick<CreateFlowDeps, 'standingOf'>, org: string): Promise<boolean> =>
  (await standingOf(org)).tier !== 'free'

/**
 * Returns the result of the oracle if it was requested. If the editor or the receipt fails, the flow is still created;
 * the oracle can be requested later. A thrown error fails the request, because the result may be stored and a reply
 * without it would be wrong.
 */
const oracleOf = async (
  deps: CreateFlowDeps,
  { intention, oracle }: FlowBody,
  { caller, signal }: Pick<RequestContext, 'caller' | 'signal'>,
  made: InscribedScaffold,
): Promise<StoredOracle | undefined> => {
  const { entitlementScope: org, resourceScope: tenant } = scopesOf(caller)
  if (!oracle || !(await hasOracle(deps, org))) return undefined
  const asked = { key: { org, tenant, flow: made.hash }, intention, files: filesOf(made), signal }
  const result = await deps.enhance(asked)
  if (!(result instanceof Refusal)) return result
  deps.log.warn('flow created without its oracle', { flow: made.hash, error: result })
  return undefined
}

const flowOf = (made: InscribedScaffold, oracle: StoredOracle | undefined): Omit<CreatedFlow, 'warning'> => {
  const { threat_model, adr, test_plan } = governanceOf(withEdited(filesOf(made), oracle))
  const { pattern, confidence } = made.classification
  return {
    id: made.hash,
    classification: { pattern, confidence },
    traits: made.traits,
    tier2_recommended: confidence === 'low',
    output: made.output,
    facts: {
      ...made.emittedFacts,
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
    const asked = { scopes: scopesOf(context.caller), purpose: 'create', key: headers['idempotency-key'], body }
    const once = await paid(asked, async (request): Promise<Omit<CreatedFlow, 'warning'> | NotAnswered> => {
      const made = await deps.flowsFor(context).create(body, `platform-${request}`)
      return made instanceof Refusal
        ? made
        : flowOf(made, await oracleOf(deps, body, { caller: context.caller, signal }, made))
    })
    return once instanceof Refusal ? once : reply(201, once.result, paidHeaders(once))
  })
}
