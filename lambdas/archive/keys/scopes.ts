import { ARCHIVE_RIGHTS, archiveScope } from '@signet/search/conversations/contract'
import type { KeyScope } from '../contract/keys.ts'

/** Returns the scopes of a key: its scope and all lower ones. */
export const scopesOfKey = (scope: KeyScope): readonly string[] =>
  ARCHIVE_RIGHTS.slice(0, ARCHIVE_RIGHTS.indexOf(scope) + 1).map(archiveScope)

/** Returns the highest archive scope; undefined if a key has none, or also has other scopes. */
export const keyScopeOf = (scopes: readonly string[]): KeyScope | undefined => {
  const archiveScopes: readonly string[] = ARCHIVE_RIGHTS.map(archiveScope)
  if (!scopes.every((scope) => archiveScopes.includes(scope))) return undefined
  return ARCHIVE_RIGHTS.findLast((right) => scopes.includes(archiveScope(right)))
}
