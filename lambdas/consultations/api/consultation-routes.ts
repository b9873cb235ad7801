import { reply } from '@signet/contracts'
import type { PlatformRequest } from '@signet/http-client/siblings'
import { scopesOf } from '@signet/identity'
import { invalidInput, Refusal, type Route, route } from '@signet/kernel'
import { type PaidDeps, paidHeaders, paidOnce } from '@signet/ledger'
import { contextProblems, contextTexts } from '@signet/readings/context'
import type { Consultation, ConsultationBody, RoleBootstrap } from '@signet/runtime-schemas/consultation'
import { bootstrapRole, consultRole, getRoleMemory } from '../contract/consultations.ts'
import { consultationKeyRow } from '../contract/rows.ts'
import { askRole } from './ask-role.ts'
import type { RuntimeRoles } from './runtime-roles.ts'

export interface ConsultationDeps extends PaidDeps {
  readonly rolesFor: (context: PlatformRequest) => RuntimeRoles
}

/** A context that the runtime would refuse is refused before anything is taken or asked. */
const brokenContext = ({ context = {} }: ConsultationBody): Refusal<'invalid_input'> | undefined => {
  const problems = contextProblems({ context: contextTexts(context) })
  return problems.length === 0 ? undefined : invalidInput(problems)
}

/** `POST /api/agents/run` (spec platform-api 4.4). */
const consultRoute = ({ rolesFor, ...deps }: ConsultationDeps): Route => {
  const paid = paidOnce<Consultation>(deps, consultationKeyRow)
  return route(consultRole, async ({ body, headers, ...context }) => {
    const broken = brokenContext(body)
    if (broken) return broken
    const asked = { scopes: scopesOf(context.caller), purpose: 'run', key: headers['idempotency-key'], body }
    const once = await paid(asked, (request) => askRole(rolesFor(context), body, `platform-${request}`))
    return once instanceof Refusal ? once : reply(200, once.result, paidHeaders(once))
  })
}

const bootstrapRoute = ({ rolesFor, ...deps }: ConsultationDeps): Route => {
  const paid = paidOnce<RoleBootstrap>(deps, consultationKeyRow)
  return route(bootstrapRole, async ({ body, headers, ...context }) => {
    const asked = { scopes: scopesOf(context.caller), purpose: 'bootstrap', key: headers['idempotency-key'], body }
    const once = await paid(asked, () => rolesFor(context).bootstrap(body))
    return once instanceof Refusal ? once : reply(200, once.result, paidHeaders(once))
  })
}

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
