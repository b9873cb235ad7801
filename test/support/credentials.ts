import { newFlagKey } from './flags.ts'
import { keyWithScopes } from './keys.ts'
import { newUser } from './sessions.ts'

/** API keys have a kind: those of the image service begin with `gen_`, those of every other service with `plat_`. */
export const newKey = (service: string, scopes: readonly string[]): Promise<string> =>
  service === 'images' ? keyWithScopes(scopes) : newFlagKey(scopes)

/** Scopes of the policies that contracts name. */
const POLICY_SCOPES: Readonly<Record<string, readonly string[]>> = {
  'policy:may_generate': ['generate'],
  'policy:may_read': ['read'],
}

/**
 * Returns whether operations of this authority require a session. An emulator has no sessions, because it has no user
 * pool.
 */
export const needsSession = (authority: string): boolean =>
  authority === 'session' || authority.startsWith('scope:operator:')

/** Returns a credential that an operation of this authority accepts; undefined if it accepts any caller. */
export const credentialFor = async (service: string, authority: string): Promise<string | undefined> => {
  if (needsSession(authority)) return (await newUser()).session
  if (authority === 'authenticated') return newKey(service, [])
  if (authority.startsWith('scope:')) return newKey(service, [authority.slice('scope:'.length)])
  const scopes = POLICY_SCOPES[authority]
  return scopes && newKey(service, scopes)
}
