import { reply } from '@signet/contracts'
import { type Caller, definedMembers, invalidInput, Refusal, type Route, refusal, route } from '@signet/kernel'
import { isRole, ROLES } from '@signet/readings'
import { type AgentRunResult, bootstrap, type ConsultFile, memoryReply } from '@signet/readings/consult'
import type { AgentRun, Bootstrap, RoleMemory } from '@signet/readings/consult-schemas'
import type * as z from 'zod'
import type { AgentRunBody } from '../contract/agent-schemas.ts'
import { bootstrapAgent, getAgentMemory, runAgent } from '../contract/agents.ts'
import type { FindDeck } from '../decks/find-deck.ts'
import type { PaidRuns } from '../guard/paid-runs.ts'
import { type QuerentScope, querentScope } from '../namespaces/namespace.ts'
import { consultRefusal, unknownRole } from './consult-refusal.ts'
import { consultRole, recordOfRow, roleMemoryKey } from './consult-role.ts'
import { type InscribeConsultationDeps, inscribeConsultation } from './inscribe-consultation.ts'

export interface AgentDeps extends InscribeConsultationDeps {
  readonly paid: PaidRuns
  readonly find: FindDeck
  readonly issuer: string
}

/** Returns true unless `bundle_bindings.receipt` names a receipt that is not a visible run of role cto. */
const isBound = async ({ inscriber }: AgentDeps, scope: QuerentScope, { bundle_bindings }: AgentRunBody) => {
  const receipt = bundle_bindings?.receipt
  if (typeof receipt !== 'string') return true
  const inscribedRun = await inscriber.find(scope.org, receipt)
  return inscribedRun?.kind === 'agent.run' && inscribedRun.role === 'cto' && scope.sees(inscribedRun.place)
}

const unknownBindings = (): Refusal<'bundle_bindings_unknown'> =>
  refusal('bundle_bindings_unknown', 'bundle_bindings.receipt is not a cto run of this API key or its querents')

/** The contract permits additional members, which the engine's interfaces do not declare. */
const answerOf = (result: AgentRunResult, latencyMs: number, receipt?: object) =>
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

const consultRoute = (deps: AgentDeps) => {
  const ask = consultRole(deps)
  const inscribe = inscribeConsultation(deps)
  return async ({ body, headers, caller }: AgentRunRequest) => {
    if (body.bundle_from && body.bundle_bindings)
      return invalidInput([
        { field: 'bundle_from', message: 'cannot be combined with bundle_bindings; send one of them' },
      ])
    const began = deps.now().getTime()
    const latency = () => Math.max(0, deps.now().getTime() - began)
    const scope = querentScope(caller, headers['x-querent-ids'])
    const namespace = scope.own()
    const consultation = await ask(body, namespace)
    const { outcome } = consultation
    if (!outcome.ok && outcome.refusal.status === 400) return consultRefusal(outcome.refusal)
    if (!(await isBound(deps, scope, body))) return unknownBindings()
    if (!outcome.ok) return consultRefusal(outcome.refusal)
    if (!body.inscribe) return reply(200, answerOf(await deps.prose(outcome.result, body.intention), latency()))
    const done = await inscribe({ body, namespace, key: headers['idempotency-key'], done: consultation })
    if (done instanceof Refusal) return done
    if ('refused' in done) return consultRefusal(done.refused)
    return reply(200, answerOf(done.file.result, latency(), receiptOf(done.hash, done.file, deps.issuer)))
  }
}

/** `POST /agents/run` (runtime.md 6). */
export const agentRoute = (deps: AgentDeps) => {
  const ask = consultRoute(deps)
  return route(runAgent, (request) => deps.paid(request.caller, () => ask(request)))
}

const bootstrapRoute = ({ paid }: Pick<AgentDeps, 'paid'>) =>
  route(bootstrapAgent, ({ body, caller }) =>
    paid(caller, async () => {
      const outcome = bootstrap(definedMembers(body))
      if (outcome.ok) return reply(200, outcome.result as unknown as z.output<typeof Bootstrap>)
      const { refusal: refused } = outcome
      return refused.code === 'unknown_role' ? unknownRole(refused.roles) : invalidInput(refused.errors)
    }),
  )

const memoryRoute = ({ find, roleMemories }: AgentDeps) =>
  route(getAgentMemory, async ({ params: { role }, headers, caller }) => {
    if (!isRole(role)) return unknownRole(Object.keys(ROLES))
    const namespace = querentScope(caller, headers['x-querent-ids']).own()
    const [roleDeck, row] = await Promise.all([
      find(namespace.org, role),
      roleMemories.get(roleMemoryKey(namespace, role)),
    ])
    if (roleDeck === undefined) throw new Error(`The deck of role ${role} does not exist`)
    const outcome = memoryReply(role, roleDeck.deck, row && recordOfRow(row))
    if (!outcome.ok) return unknownRole(outcome.refusal.roles)
    return reply(200, outcome.memory as unknown as z.output<typeof RoleMemory>)
  })

/** `POST /agents/run` and `/agents/bootstrap`, `GET /agents/memory/:role` (runtime.md 6). */
export const agentRoutes = (deps: AgentDeps): Route[] => [agentRoute(deps), bootstrapRoute(deps), memoryRoute(deps)]
