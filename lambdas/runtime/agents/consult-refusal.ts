import { invalidInput, type Refusal, refusal } from '@signet/kernel'
import type { ConsultRefusal } from '@signet/readings/consult'

export const unknownRole = (roles: readonly string[]): Refusal<'unknown_role'> =>
  refusal('unknown_role', `The role does not exist; use one of ${roles.join(', ')}`, { extras: { roles } })

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
        `bundle_bindings lacks ${missing.join(', ')}; "unknown" is a valid value`,
        {
          extras: { missing },
        },
      )
    }
    default:
      // Role spreads are lenient, so this happens only if the organization's own deck does not fit the role's
      // questions.
      return invalidInput([
        { field: 'role', message: `has a deck that does not fit the role's questions: ${refused.code}` },
      ])
  }
}
