import { newFlagKey } from './flags.ts'
import { keyWithScopes } from './keys.ts'
import { newUser } from './sessions.ts'

/** Keys are of a kind: those of the image service begin with `gen_`, those of every other service with `plat_`. */
export const newKey = (service: string, scopes: readonly string[]): Promise<string> =>
  service === 'images' ? keyWithScopes(scopes) : newFlagKey(scopes)

/** Scopes behind the policies that contracts name. */
const POLICY_SCOPES: Readonly<Record<string, readonly string[]>> = {
  'policy:may_generate': ['generate'],
  'policy:may_read': ['read'],
}

/** Whether only people who are signed in may call operations of this authority. An emulator has none: no user pool. */
export const needsSession = (authority: string): boolean =>
  authority === 'session' || authority.startsWith('scope:operator:')

/** A credential that an operation of this authority takes; undefined when it takes any caller. */
export const credentialFor = async (service: string, authority: string): Promise<string | undefined> => {
  if (needsSession(authority)) return (await newUser()).session
  if (authority === 'authenticated') return newKey(service, [])
  if (authority.startsWith('scope:')) return newKey(service, [authority.slice('scope:'.length)])
  const scopes = POLICY_SCOPES[authority]
  return scopes && newKey(service, scopes)
}
