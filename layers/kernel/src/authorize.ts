import type { Endpoint } from '@signet/contracts'
import { type Caller, hasScope } from './caller.ts'
import { forbidden, unauthenticated } from './refusal.ts'

type Policies = Readonly<Record<string, (caller: Caller | undefined) => void>>

const required = (caller: Caller | undefined): Caller => {
  if (!caller || caller.kind === 'anonymous') {
    throw unauthenticated()
  }
  return caller
}

/**
 * Holds the caller against the authority that the contract gives the endpoint: open, public, authenticated, session,
 * scope:<name> or policy:<name>. An authority nobody knows is a fault of ours, never an open door.
 */
export const authorize = ({ authority, name }: Endpoint, caller: Caller | undefined, policies: Policies): void => {
  if (authority === 'open' || authority === 'public') return
  if (authority.startsWith('policy:')) {
    const wanted = authority.slice('policy:'.length)
    const policy = Object.hasOwn(policies, wanted) ? policies[wanted] : undefined
    if (!policy) throw new Error(`${name} asks for ${authority}, which this function does not know`)
    policy(caller)
    return
  }
  const known = required(caller)
  if (authority === 'authenticated') return
  if (authority === 'session') {
    if (known.kind !== 'session') throw forbidden('This needs a signed-in session; API keys cannot do it')
    return
  }
  if (!authority.startsWith('scope:')) throw new Error(`${name} has an authority that cannot be checked: ${authority}`)
  const scope = authority.slice('scope:'.length)
  if (!hasScope(known, scope)) throw forbidden(`The credential lacks the scope ${scope}`)
}
