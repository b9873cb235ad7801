import { ability } from './ability.ts'
import { type ApiKeyGrant, apiKeyAccess, type CallerClients } from './agents.ts'
import { sessionAccess } from './sessions.ts'

/** The key prefix of the platform is `plat_`. `authenticatedApp` of `@signet/identity` implements it. */
export const callers = ability<ApiKeyGrant, CallerClients>()({
  allows: 'Authenticates callers by API keys and user sessions, and counts their requests',
  local: { instead: 'keys and sessions in the table, and a local issuer for sign-in' },
  variables: { ...sessionAccess.variables, ...apiKeyAccess.variables },
  rows: () => ({ ...apiKeyAccess.rows, ...sessionAccess.rows }),
  rights: (_, deployed) => apiKeyAccess.rights(deployed),
})
