import { hasScope, scopesOf } from '@signet/identity'
import type { Caller, RequestContext, Route } from '@signet/kernel'
import { ARCHIVE_RIGHTS, archiveScope } from '../contract/archive-scopes.ts'
import type { Counts, Meter } from '../meter-table.ts'

/** Returns whether the credential has the scope, or a higher scope of the archive. */
export const hasArchiveScope = (caller: Caller, scope: string): boolean => {
  const from = ARCHIVE_RIGHTS.findIndex((right) => archiveScope(right) === scope)
  const sufficientScopes = from < 0 ? [scope] : ARCHIVE_RIGHTS.slice(from).map(archiveScope)
  return sufficientScopes.some((sufficientScope) => hasScope(caller, sufficientScope))
}

/** Returns the route with the counts added to the meter after each request. */
export const meteredRoute = ({ note, flush }: Meter, counts: Counts, route: Route): Route => ({
  ...route,
  async run(request: RequestContext) {
    const response = await route.run(request as never)
    note(workspaceOf(request.caller), counts)
    await flush()
    return response
  },
})

/** Returns the workspace of a caller: the organization, or the user's own tenant without an organization. */
export const workspaceOf = (caller: Caller): string => scopesOf(caller).entitlementScope
