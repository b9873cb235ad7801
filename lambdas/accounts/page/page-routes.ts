import { reply } from '@signet/contracts'
import { type keyUse, type OrgKeys, type ReadSession, scopesOf } from '@signet/identity'
import { type Route, route } from '@signet/kernel'
import { loginPath, pathAt } from '../browser/own-address.ts'
import { personOfPage } from '../browser/person-of-page.ts'
import { getDashboard, getHome } from '../contract/pages.ts'
import { userOf } from '../people/account-routes.ts'
import type { AccountTable } from '../people/account-table.ts'
import type { SessionTable } from '../people/session-table.ts'
import { dashboardPage } from './dashboard-page.ts'

export interface PageDeps {
  readonly readSession: ReadSession
  readonly accounts: AccountTable
  readonly sessions: SessionTable
  readonly keys: OrgKeys
  readonly useOf: ReturnType<typeof keyUse>
}

/** Pages for people. Who is not signed in is led to where one signs in, and back. */
export const pageRoutes = ({ readSession, accounts, sessions, keys, useOf }: PageDeps): Route[] => [
  route(getHome, async ({ baseUrl }) =>
    reply(302, undefined, { location: pathAt(baseUrl, '/dashboard'), 'cache-control': 'no-store' }),
  ),
  route(getDashboard, async ({ headers, baseUrl }) => {
    const caller = await personOfPage(readSession, headers.cookie, baseUrl)
    if (!caller) {
      const location = pathAt(baseUrl, loginPath({ redirect: '/dashboard' }))
      return reply(302, undefined, { location, 'cache-control': 'no-store' })
    }
    const userId = userOf(caller)
    const orgId = scopesOf(caller).entitlementScope
    const [person, ownKeys, ownSessions] = await Promise.all([
      accounts.get(userId),
      keys.list(orgId).then(useOf),
      sessions.list(userId),
    ])
    const { sessionId } = caller
    return dashboardPage({ baseUrl, person, userId, orgId, keys: ownKeys, sessions: ownSessions, sessionId })
  }),
]
