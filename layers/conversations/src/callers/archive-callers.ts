import { callersOf, hasScope, PLATFORM_KEY_PREFIX } from '@signet/identity'
import type { Caller, Callers } from '@signet/kernel'
import { ARCHIVE_RIGHTS, archiveScope } from '../contract/archive-scopes.ts'

/** Whether the credential carries the scope, or one above it. */
const hasArchiveScope = (caller: Caller, scope: string): boolean => {
  const from = ARCHIVE_RIGHTS.findIndex((right) => archiveScope(right) === scope)
  const enough = from < 0 ? [scope] : ARCHIVE_RIGHTS.slice(from).map(archiveScope)
  return enough.some((each) => hasScope(caller, each))
}

/** Keys and signed-in people. A scope includes those below it. */
export const archiveCallers = (runtime: Parameters<typeof callersOf>[0]): Callers => ({
  ...callersOf(runtime, { keyPrefix: PLATFORM_KEY_PREFIX }),
  hasScope: hasArchiveScope,
})
