import { reply } from '@signet/contracts'
import type { PlatformRequest } from '@signet/http-client/siblings'
import { scopesOf } from '@signet/identity'
import { definedMembers, invalidInput, Refusal, type Route, route } from '@signet/kernel'
import { type PaidDeps, paidHeaders, paidOnce } from '@signet/ledger'
import { contextProblems, contextTexts } from '@signet/readings/context'
import type { Consultation, ConsultationBody, RoleBootstrap } from '@signet/runtime-schemas/consultation'
import { bootstrapRole, consultRole, getRoleMemory } from '../contract/consultations.ts'
import { consultationKeyRow } from '../contract/rows.ts'
import type { RoleRefusal, RoleReply, RoleRequest, RuntimeRoles } from './runtime-roles.ts'

/** The runtime's response mode for each mode of the platform. */
const MODES = { symbolic: 'structured', natural: 'narrative', 'structured-only': 'structured' } as const

const roleRequestOf = ({ responseMode, context, ...body }: ConsultationBody): RoleRequest =>
  definedMembers({
    ...body,
    responseMode: MODES[responseMode],
    context: context && contextTexts(context),
  }) as RoleRequest

const consultationOf = (answer: RoleReply, mode: ConsultationBody['responseMode']): Consultation => ({
  ...answer,
  responseMode: mode,
  response: mode === 'structured-only' ? '' : answer.response,
})

interface Fault {
  readonly field: string
  readonly message: string
}

const BINDINGS_FIELD = /^bundle_bindings\.?/

/**
 * Maps errors in `bundle_bindings`, which the caller has not sent, to `role`: a deck of the organization requires other
 * facts.
 */
const withCallerFields = (refused: RoleRefusal): RoleRefusal => {
  const { errors } = refused.extras as { readonly errors?: readonly Fault[] }
  if (refused.code !== 'invalid_input' || !errors?.some(({ field }) => BINDINGS_FIELD.test(field))) return refused
  return invalidInput(
    errors.map(({ field, message }) =>
      BINDINGS_FIELD.test(field)
        ? {
            field: 'role',
            message: `does not accept the facts of the newest run of cto: ${field.replace(BINDINGS_FIELD, '')} ${message}`,
          }
        : { field, message },
    ),
  )
}

/**
 * Consults role ciso with the tenant's newest run of role cto. Before the first, consults cto with the same intention
 * and seed.
 */
const consultWithCtoRun = async (
  roles: RuntimeRoles,
  roleRequest: RoleRequest,
  key: string,
): Promise<RoleReply | RoleRefusal> => {
  const answer = await roles.consultWithCtoFacts(roleRequest, key)
  if (answer !== undefined) return answer instanceof Refusal ? withCallerFields(answer) : answer
  const { intention, seed } = roleRequest
  const cto = await roles.consult({ role: 'cto', intention, seed }, `${key}-cto`)
  if (cto instanceof Refusal) return cto
  const retried = await roles.consultWithCtoFacts(roleRequest, key)
  if (retried === undefined) throw new Error(`The run ${cto.hash} of role cto has no bindings`)
  return retried instanceof Refusal ? withCallerFields(retried) : retried
}

/** Consults a role for the platform. `key` names the request, so a retry returns the same runs. */
const consultRoleOnce = async (
  roles: RuntimeRoles,
  body: ConsultationBody,
  key: string,
): Promise<Consultation | RoleRefusal> => {
  const roleRequest = roleRequestOf(body)
  const answer = await (body.role === 'ciso'
    ? consultWithCtoRun(roles, roleRequest, key)
    : roles.consult(roleRequest, key))
  return answer instanceof Refusal ? answer : consultationOf(answer, body.responseMode)
}

export interface ConsultationDeps extends PaidDeps {
  readonly rolesFor: (context: PlatformRequest) => RuntimeRoles
}

/** Refuses a context that the runtime would refuse, before any credit is reserved. */
const contextRefusal = ({ context = {} }: ConsultationBody): Refusal<'invalid_input'> | undefined => {
  const problems = contextProblems({ context: contextTexts(context) })
  return problems.length === 0 ? undefined : invalidInput(problems)
}

/** `POST /api/agents/run` (spec platform-api 4.4). */
const consultRoute = ({ rolesFor, ...deps }: ConsultationDeps): Route => {
  const paid = paidOnce<Consultation>(deps, consultationKeyRow)
  return route(consultRole, async ({ body, headers, ...context }) => {
    const invalidContext = contextRefusal(body)
    if (invalidContext) return invalidContext
    const paidRequest = { scopes: scopesOf(context.caller), purpose: 'run', key: headers['idempotency-key'], body }
    const outcome = await paid(paidRequest, (requestId) =>
      consultRoleOnce(rolesFor(context), body, `platform-${requestId}`),
    )
    return outcome instanceof Refusal ? outcome : reply(200, outcome.result, paidHeaders(outcome))
  })
}

const bootstrapRoute = ({ rolesFor, ...deps }: ConsultationDeps): Route => {
  const paid = paidOnce<RoleBootstrap>(deps, consultationKeyRow)
  return route(bootstrapRole, async ({ body, headers, ...context }) => {
    const paidRequest = {
      scopes: scopesOf(context.caller),
      purpose: 'bootstrap',
      key: headers['idempotency-key'],
      body,
    }
    const outcome = await paid(paidRequest, () => rolesFor(context).bootstrap(body))
    return outcome instanceof Refusal ? outcome : reply(200, outcome.result, paidHeaders(outcome))
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
