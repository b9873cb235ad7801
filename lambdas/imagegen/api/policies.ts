import { hasScope } from '@signet/identity'
import { type Caller, forbidden, unauthenticated } from '@signet/kernel'

/** Anonymous callers may use the service too (spec 5); a credential must carry the scope. */
const requireScope = (scope: string) => (caller: Caller | undefined) => {
  if (!caller) throw unauthenticated()
  if (!hasScope(caller, scope)) throw forbidden(`The credential lacks the scope ${scope}`)
}

/** Policies that the contract names: return to allow, throw to refuse. */
export const mayGenerate = requireScope('generate')
export const mayRead = requireScope('read')
