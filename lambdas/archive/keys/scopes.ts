import { hasScope } from '@signet/identity'
import type { Caller } from '@signet/kernel'
import { KeyScope } from '../contract/keys.ts'

/** The scopes, least first. */
const NAMES = KeyScope.options
const named = (scope: KeyScope): string => `archive:${scope}`

/** The scopes of a key made for this one (spec supporting-services 5: each includes those before it). */
export const scopesOfKey = (scope: KeyScope): readonly string[] => NAMES.slice(0, NAMES.indexOf(scope) + 1).map(named)

/** The highest archive scope; undefined if there is none, or if there are others beside it. */
export const keyScopeOf = (scopes: readonly string[]): KeyScope | undefined => {
  if (!scopes.every((scope) => NAMES.map(named).includes(scope))) return undefined
  return NAMES.findLast((scope) => scopes.includes(named(scope)))
}

/** Whether the credential carries the scope, or one above it. */
export const hasArchiveScope = (caller: Caller, scope: string): boolean => {
  const from = NAMES.findIndex((name) => named(name) === scope)
  const enough = from < 0 ? [scope] : NAMES.slice(from).map(named)
  return enough.some((each) => hasScope(caller, each))
}
