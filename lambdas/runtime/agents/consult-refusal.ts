import { invalidInput, type Refusal, refusal } from '@signet/kernel'
import type { ConsultRefusal } from '@signet/readings/consult'

export const unknownRole = (roles: readonly string[]): Refusal<'unknown_role'> =>
  refusal('unknown_role', `There is no such role; there is ${roles.join(', ')}`, { extras: { roles } })

export const consultRefusal = (
  refused: ConsultRefusal,
): Refusal<'unknown_role' | 'invalid_input' | 'bundle_bindings_required'> => {
  switch (refused.code) {
    case 'unknown_role':
      return unknownRole(refused.roles)
    case 'invalid_input':
      return invalidInput(refused.errors)
    case 'bundle_bindings_required': {
      const { missing } = refused
      return refusal(
        'bundle_bindings_required',
        `bundle_bindings lacks ${missing.join(', ')}; "unknown" is an answer`,
        {
          extras: { missing },
        },
      )
    }
    default:
      // The spreads of roles are lenient; a deck of the organization may not fit them.
      return invalidInput([{ field: 'role', message: `its deck does not fit its questions: ${refused.code}` }])
  }
}
