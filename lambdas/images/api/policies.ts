import { hasScope } from '@signet/identity'
import { type Caller, forbidden, type Refusal, unauthenticated } from '@signet/kernel'

/** Refuses callers without the scope. Anonymous callers have `generate` and `read` (spec image-service 5). */
const requireScope =
  (scope: string) =>
  (caller: Caller | undefined): Refusal | undefined => {
    if (!caller) return unauthenticated()
    return hasScope(caller, scope) ? undefined : forbidden(`The credential lacks the scope ${scope}`)
  }

/** Policies named in the contract. A policy returns a refusal, or undefined to permit the request. */
export const generatePolicy = requireScope('generate')
export const readPolicy = requireScope('read')
