import { hasScope } from '@signet/identity'
import { type Caller, forbidden, type Refusal, unauthenticated } from '@signet/kernel'

/** Allows anonymous callers (spec image-service 5); a credential must have the scope. */
const requireScope =
  (scope: string) =>
  (caller: Caller | undefined): Refusal | undefined => {
    if (!caller) return unauthenticated()
    return hasScope(caller, scope) ? undefined : forbidden(`The credential lacks the scope ${scope}`)
  }

/** Policies named in the contract. A policy returns a refusal or undefined; undefined alone does not grant access. */
export const generatePolicy = requireScope('generate')
export const readPolicy = requireScope('read')
