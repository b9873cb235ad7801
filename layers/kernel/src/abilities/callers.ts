import { ability } from './ability.ts'
import { byKey, type CallerClients } from './agents.ts'
import { ofSessions } from './sessions.ts'

/** The grant is the prefix of its API keys: `plat_`. `authenticatedApp` of `@signet/identity` implements it. */
export const callers = ability<string, CallerClients>()({
  allows: 'Authenticates callers by API keys and user sessions, and counts their requests',
  local: { instead: 'keys and sessions in the table, and a local issuer for sign-in' },
  variables: { ...ofSessions.variables, ...byKey.variables },
  rows: () => ({ ...byKey.rows, ...ofSessions.rows }),
  rights: (_, deployed) => byKey.rights(deployed),
})
