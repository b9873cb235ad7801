import { reply } from '@signet/contracts'
import { type Caller, definedMembers, invalidInput, Refusal, type Route, refusal, route } from '@signet/kernel'
import { isRole, ROLES } from '@signet/readings'
import { type AgentRunResult, bootstrap, type ConsultFile, memoryReply } from '@signet/readings/consult'
import type { AgentRun, Bootstrap, RoleMemory } from '@signet/readings/consult-schemas'
import type * as z from 'zod'
import type { AgentRunBody } from '../contract/agent-schemas.ts'
import { bootstrapAgent, getAgentMemory, runAgent } from '../contract/agents.ts'
import type { FindDeck } from '../decks/find-deck.ts'
import type { PaidRunGuard } from '../guard/paid-runs.ts'
import { type QuerentScope, querentScope } from '../namespaces/namespace.ts'
import { consultRefusal, unknownRole } from './consult-refusal.ts'
import { consultRole, recordOfRow, roleMemoryKey } from './consult-role.ts'
import { type InscribeConsultationDeps, inscribeConsultation } from './inscribe-consultation.ts'

export interface AgentDeps extends InscribeConsultationDeps {
  readonly runPaid: PaidRunGuard
  readonly findDeck: FindDeck
  readonly issuer: string
}

/** Returns true if `bundle_bindings.receipt` is absent or names a cto run that the caller can see. */
const isBindingReceiptValid = async (
  { inscriber }: AgentDeps,
  scope: QuerentScope,
  { bundle_bindings }: AgentRunBody,
) => {
  const receipt = bundle_bindings?.receipt
  if (typeof receipt !== 'string') return true
  const inscribedRun = await inscriber.find(scope.org, receipt)
  return inscribedRun?.kind === 'agent.run' && inscribedRun.role === 'cto' && scope.canSee(inscribedRun.namespaceId)
}

const unknownBindings = (): Refusal<'bundle_bindings_unknown'> =>
  refusal('bundle_bindings_unknown', 'bundle_bindings.receipt is not a cto run of this API key or its querents')

/** The contract permits fields that the engine's interfaces do not declare. */
const responseBody = (result: AgentRunResult, latencyMs: number, receipt?: object) =>
  ({ ...result, metadata: { ...result.metadata, latencyMs }, ...receipt }) as unknown as z.output<typeof AgentRun>

const receiptOf = (hash: string, { result }: ConsultFile, issuer: string) => ({
  hash,
  receipt: { hash, verifyUrl: `${issuer}/verify/${hash}`, seed: result.metadata.seed },
})

interface AgentRunRequest {
  readonly body: AgentRunBody
  readonly headers: { readonly 'x-querent-ids'?: string | undefined; readonly 'idempotency-key'?: string | undefined }
  readonly caller: Caller
}

const consultationHandler = (deps: AgentDeps) => {
  const consult = consultRole(deps)
  const inscribe = inscribeConsultation(deps)
  return async ({ body, headers, caller }: AgentRunRequest) => {
    if (body.bundle_from && body.bundle_bindings)
      return invalidInput([
        { field: 'bundle_from', message: 'cannot be combined with bundle_bindings; send one of them' },
      ])
    const startedAt = deps.now().getTime()
    const latencyMs = () => Math.max(0, deps.now().getTime() - startedAt)
    const scope = querentScope(caller, headers['x-querent-ids'])
    const namespace = scope.defaultNamespace()
    const consultation = await consult(body, namespace)
    const { outcome } = consultation
    // Invalid input is reported before the receipt is looked up.
    if (!outcome.ok && outcome.refusal.status === 400) return consultRefusal(outcome.refusal)
    if (!(await isBindingReceiptValid(deps, scope, body))) return unknownBindings()
    if (!outcome.ok) return consultRefusal(outcome.refusal)
    if (!body.inscribe)
      return reply(200, responseBody(await deps.addProse(outcome.result, body.intention), latencyMs()))
    const inscribed = await inscribe({ body, namespace, key: headers['idempotency-key'], firstRun: consultation })
    if (inscribed instanceof Refusal) return inscribed
    if ('refused' in inscribed) return consultRefusal(inscribed.refused)
    return reply(
      200,
      responseBody(inscribed.file.result, latencyMs(), receiptOf(inscribed.hash, inscribed.file, deps.issuer)),
    )
  }
}

/** `POST /agents/run`. */
export const agentRoute = (deps: AgentDeps) => {
  const runConsultation = consultationHandler(deps)
  return route(runAgent, (request) => deps.runPaid(request.caller, () => runConsultation(request)))
}

const bootstrapRoute = ({ runPaid }: Pick<AgentDeps, 'runPaid'>) =>
  route(bootstrapAgent, ({ body, caller }) =>
    runPaid(caller, async () => {
      const outcome = bootstrap(definedMembers(body))
      if (outcome.ok) return reply(200, outcome.result as unknown as z.output<typeof Bootstrap>)
      const { refusal: refused } = outcome
      return refused.code === 'unknown_role' ? unknownRole(refused.roles) : invalidInput(refused.errors)
    }),
  )

const memoryRoute = ({ findDeck, roleMemories }: AgentDeps) =>
  route(getAgentMemory, async ({ params: { role }, headers, caller }) => {
    if (!isRole(role)) return unknownRole(Object.keys(ROLES))
    const namespace = querentScope(caller, headers['x-querent-ids']).defaultNamespace()
    const [roleDeck, row] = await Promise.all([
      findDeck(namespace.org, role),
      roleMemories.get(roleMemoryKey(namespace, role)),
    ])
    if (roleDeck === undefined) throw new Error(`The deck of role ${role} does not exist`)
    const outcome = memoryReply(role, roleDeck.deck, row && recordOfRow(row))
    if (!outcome.ok) return unknownRole(outcome.refusal.roles)
    return reply(200, outcome.memory as unknown as z.output<typeof RoleMemory>)
  })

/** `POST /agents/run` and `/agents/bootstrap`, `GET /agents/memory/:role`. */
export const agentRoutes = (deps: AgentDeps): Route[] => [agentRoute(deps), bootstrapRoute(deps), memoryRoute(deps)]
