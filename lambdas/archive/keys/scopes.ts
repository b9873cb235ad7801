import { ARCHIVE_RIGHTS, archiveScope } from '@signet/search/conversations/contract'
import type { KeyScope } from '../contract/keys.ts'

/** Returns the scopes of a key with this scope: each includes those before it. */
export const scopesOfKey = (scope: KeyScope): readonly string[] =>
  ARCHIVE_RIGHTS.slice(0, ARCHIVE_RIGHTS.indexOf(scope) + 1).map(archiveScope)

/** Returns the highest archive scope; undefined if a key has none, or also has other scopes. */
export const keyScopeOf = (scopes: readonly string[]): KeyScope | undefined => {
  const ours: readonly string[] = ARCHIVE_RIGHTS.map(archiveScope)
  if (!scopes.every((scope) => ours.includes(scope))) return undefined
  return ARCHIVE_RIGHTS.findLast((right) => scopes.includes(archiveScope(right)))
}
