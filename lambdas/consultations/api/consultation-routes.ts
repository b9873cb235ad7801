import { reply } from '@signet/contracts'
import { invalidInput, type Once, Refusal, type Route, route } from '@signet/kernel'
import { contextProblems, contextTexts } from '@signet/readings/context'
import type { Consultation, ConsultationBody, RoleBootstrap } from '@signet/runtime-schemas/consultation'
import { bootstrapRole, consultRole, getRoleMemory } from '../contract/consultations.ts'
import { askRole } from './ask-role.ts'
import { type Paid, type PaidDeps, paidOnce } from './paid-once.ts'
import type { Context, RuntimeRoles } from './runtime-roles.ts'

export interface ConsultationDeps extends PaidDeps {
  /** The runtime for a request. */
  readonly rolesFor: (context: Context) => RuntimeRoles
}

/** 200 with what was paid for. */
const paidReply = <Said extends object>({ result, isReplay }: Once<Paid<Said>>) => {
  const { warning } = result
  return reply(200, result, {
    ...(isReplay ? { 'idempotent-replayed': 'true' } : {}),
    ...(warning ? { 'x-quota-warning': `scaffolds; used=${warning.used}; limit=${warning.limit}` } : {}),
  })
}

/** A context that the runtime would refuse is refused before anything is taken or asked. */
const brokenContext = ({ context = {} }: ConsultationBody): Refusal<'invalid_input'> | undefined => {
  const problems = contextProblems({ context: contextTexts(context) })
  return problems.length === 0 ? undefined : invalidInput(problems)
}

/** `POST /api/agents/run` (spec platform-api 4.4). */
const consultRoute = ({ rolesFor, ...deps }: ConsultationDeps): Route => {
  const paid = paidOnce<Consultation>(deps)
  return route(consultRole, async ({ body, headers, ...context }) => {
    const broken = brokenContext(body)
    if (broken) return broken
    const asked = { caller: context.caller, purpose: 'run', key: headers['idempotency-key'], body }
    const once = await paid(asked, (request) => askRole(rolesFor(context), body, `platform-${request}`))
    return once instanceof Refusal ? once : paidReply(once)
  })
}

/** `POST /api/agents/bootstrap`. */
const bootstrapRoute = ({ rolesFor, ...deps }: ConsultationDeps): Route => {
  const paid = paidOnce<RoleBootstrap>(deps)
  return route(bootstrapRole, async ({ body, headers, ...context }) => {
    const asked = { caller: context.caller, purpose: 'bootstrap', key: headers['idempotency-key'], body }
    const once = await paid(asked, () => rolesFor(context).bootstrap(body))
    return once instanceof Refusal ? once : paidReply(once)
  })
}

/** `GET /api/agents/:role/memory`. */
const memoryRoute = ({ rolesFor }: Pick<ConsultationDeps, 'rolesFor'>): Route =>
  route(getRoleMemory, async ({ params: { role }, ...context }) => {
    const memory = await rolesFor(context).memory(role)
    return memory instanceof Refusal ? memory : reply(200, memory)
  })

export const consultationRoutes = (deps: ConsultationDeps): Route[] => [
  consultRoute(deps),
  bootstrapRoute(deps),
  memoryRoute(deps),
]
