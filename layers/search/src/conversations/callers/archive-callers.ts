import { hasScope, scopesOf } from '@signet/identity'
import type { Caller, RequestContext, Route } from '@signet/kernel'
import { ARCHIVE_RIGHTS, archiveScope } from '../contract/archive-scopes.ts'
import type { Counts, Meter } from '../meter-table.ts'

/** Returns whether the credential has the scope, or a higher one. */
export const hasArchiveScope = (caller: Caller, scope: string): boolean => {
  const from = ARCHIVE_RIGHTS.findIndex((right) => archiveScope(right) === scope)
  const enough = from < 0 ? [scope] : ARCHIVE_RIGHTS.slice(from).map(archiveScope)
  return enough.some((each) => hasScope(caller, each))
}

export const meteredRoute = ({ note, flush }: Meter, counts: Counts, route: Route): Route => ({
  ...route,
  async run(request: RequestContext) {
    const answer = await route.run(request as never)
    note(workspaceOf(request.caller), counts)
    await flush()
    return answer
  },
})

/** Returns the workspace of a caller: its organization, or its own tenant without one. */
export const workspaceOf = (caller: Caller): string => scopesOf(caller).entitlementScope
