import { ARCHIVE_RIGHTS, archiveScope } from '@signet/search/conversations/contract'
import type { KeyScope } from '../contract/keys.ts'

/** The scopes of a key made for this one: each includes those before it. */
export const scopesOfKey = (scope: KeyScope): readonly string[] =>
  ARCHIVE_RIGHTS.slice(0, ARCHIVE_RIGHTS.indexOf(scope) + 1).map(archiveScope)

/** The highest archive scope; undefined if there is none, or if there are others beside it. */
export const keyScopeOf = (scopes: readonly string[]): KeyScope | undefined => {
  const ours: readonly string[] = ARCHIVE_RIGHTS.map(archiveScope)
  if (!scopes.every((scope) => ours.includes(scope))) return undefined
  return ARCHIVE_RIGHTS.findLast((right) => scopes.includes(archiveScope(right)))
}
