import { definedMembers, invalidInput, Refusal } from '@signet/kernel'
import { contextTexts } from '@signet/readings/context'
import type { Consultation, ConsultationBody } from '@signet/runtime-schemas/consultation'
import { type Bindings, bindingsOf } from './bindings.ts'
import type { NotSaid, RoleAsked, RoleSaid, RuntimeRoles } from './runtime-roles.ts'

/** The mode of the runtime for each of ours. */
const MODES = { symbolic: 'structured', natural: 'narrative', 'structured-only': 'structured' } as const

const askedOf = ({ responseMode, context, ...body }: ConsultationBody): RoleAsked =>
  definedMembers({
    ...body,
    responseMode: MODES[responseMode],
    context: context && contextTexts(context),
  }) as RoleAsked

const consultationOf = (said: RoleSaid, mode: ConsultationBody['responseMode']): Consultation => ({
  ...said,
  responseMode: mode,
  response: mode === 'structured-only' ? '' : said.response,
})

interface Fault {
  readonly field: string
  readonly message: string
}

const BOUND = /^bundle_bindings\.?/

/** The caller has not sent the facts that a role is bound to: a deck of the organisation asks for others. */
const inOurFields = (refused: NotSaid, from: string): NotSaid => {
  const { errors } = refused.extras as { readonly errors?: readonly Fault[] }
  if (refused.code !== 'invalid_input' || !errors?.some(({ field }) => BOUND.test(field))) return refused
  return invalidInput(
    errors.map(({ field, message }) =>
      BOUND.test(field)
        ? { field: 'role', message: `does not take what run ${from} found: ${field.replace(BOUND, '')} ${message}` }
        : { field, message },
    ),
  )
}

const bound = async (roles: RuntimeRoles, asked: RoleAsked, key: string): Promise<RoleSaid | NotSaid> => {
  const bindings: Bindings | NotSaid = await bindingsOf(roles, asked, `${key}-cto`)
  if (bindings instanceof Refusal) return bindings
  const { facts, from } = bindings
  // Another binding is another run: begun again, the request may find a newer one.
  const said = await roles.ask({ ...asked, bundle_bindings: { ...facts, receipt: from } }, `${key}-${from}`)
  return said instanceof Refusal ? inOurFields(said, from) : said
}

/** Asks a role for the platform (runtime.md 6). `key` names the request: begun again, it has the same runs. */
export const askRole = async (
  roles: RuntimeRoles,
  body: ConsultationBody,
  key: string,
): Promise<Consultation | NotSaid> => {
  const asked = askedOf(body)
  const said = await (body.role === 'ciso' ? bound(roles, asked, key) : roles.ask(asked, key))
  return said instanceof Refusal ? said : consultationOf(said, body.responseMode)
}
