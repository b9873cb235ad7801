import { hasScope } from '@signet/identity'
import type { Caller } from '@signet/kernel'
import { ARCHIVE_RIGHTS, archiveScope } from '../contract/archive-scopes.ts'

/** Whether the credential carries the scope, or one above it. */
export const hasArchiveScope = (caller: Caller, scope: string): boolean => {
  const from = ARCHIVE_RIGHTS.findIndex((right) => archiveScope(right) === scope)
  const enough = from < 0 ? [scope] : ARCHIVE_RIGHTS.slice(from).map(archiveScope)
  return enough.some((each) => hasScope(caller, each))
}
