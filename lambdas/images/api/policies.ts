import { hasScope } from '@signet/identity'
import { type Caller, forbidden, type Refusal, unauthenticated } from '@signet/kernel'

/** Anonymous callers may use the service (spec 5); a credential must carry the scope. */
const requireScope =
  (scope: string) =>
  (caller: Caller | undefined): Refusal | undefined => {
    if (!caller) return unauthenticated()
    return hasScope(caller, scope) ? undefined : forbidden(`The credential lacks the scope ${scope}`)
  }

/** Policies that the contract names. The return value is only the answer; it never lets a request through. */
export const mayGenerate = requireScope('generate')
export const mayRead = requireScope('read')
