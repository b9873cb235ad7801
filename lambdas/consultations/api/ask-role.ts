import { definedMembers, invalidInput, Refusal } from '@signet/kernel'
import { contextTexts } from '@signet/readings/context'
import type { Consultation, ConsultationBody } from '@signet/runtime-schemas/consultation'
import type { NotSaid, RoleAsked, RoleSaid, RuntimeRoles } from './runtime-roles.ts'

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
const inOurFields = (refused: NotSaid): NotSaid => {
  const { errors } = refused.extras as { readonly errors?: readonly Fault[] }
  if (refused.code !== 'invalid_input' || !errors?.some(({ field }) => BOUND.test(field))) return refused
  return invalidInput(
    errors.map(({ field, message }) =>
      BOUND.test(field)
        ? {
            field: 'role',
            message: `does not take what the newest run of cto found: ${field.replace(BOUND, '')} ${message}`,
          }
        : { field, message },
    ),
  )
}

/** Role ciso stands on the tenant's newest run of role cto. Before the first, cto is asked the same. */
const bound = async (roles: RuntimeRoles, asked: RoleAsked, key: string): Promise<RoleSaid | NotSaid> => {
  const said = await roles.askBound(asked, key)
  if (said !== undefined) return said instanceof Refusal ? inOurFields(said) : said
  const { intention, seed } = asked
  const cto = await roles.ask({ role: 'cto', intention, seed }, `${key}-cto`)
  if (cto instanceof Refusal) return cto
  const again = await roles.askBound(asked, key)
  if (again === undefined) throw new Error(`The run ${cto.hash} of role cto has no bindings`)
  return again instanceof Refusal ? inOurFields(again) : again
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
