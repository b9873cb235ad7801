import { reply } from '@signet/contracts'
import { type keyUse, type OrgKeys, personOfPage, type ReadSession, scopesOf, userOf } from '@signet/identity'
import { type Route, route } from '@signet/kernel'
import { loginPath, pathAt } from '@signet/pages'
import { getDashboard, getHome } from '../contract/pages.ts'
import type { InvitationTable } from '../organisations/invitation-table.ts'
import { membersOf, organisationsOf } from '../organisations/organisation-routes.ts'
import type { OrganisationTable } from '../organisations/organisation-table.ts'
import type { AccountTable } from '../people/account-table.ts'
import type { SessionTable } from '../people/session-table.ts'
import { dashboardPage } from './dashboard-page.ts'
import type { People } from './people-part.ts'

export interface PageDeps {
  readonly readSession: ReadSession
  readonly accounts: AccountTable
  readonly sessions: SessionTable
  readonly keys: OrgKeys
  readonly usualScopes: readonly string[]
  readonly useOf: ReturnType<typeof keyUse>
  readonly organisations: OrganisationTable
  readonly invitations: Pick<InvitationTable, 'listOpen'>
}

/** A person's organisations, and the members of the one they act for. */
const peopleOf = async (deps: PageDeps, userId: string, org: string): Promise<People> => {
  const organisations = await organisationsOf(deps.organisations, userId, org)
  const current = organisations.find((each) => each.current && each.kind === 'shared')
  const mayInvite = current !== undefined && current.role !== 'member'
  const [members, invitations] = await Promise.all([
    current ? membersOf(deps, org) : [],
    mayInvite ? deps.invitations.listOpen(org) : [],
  ])
  return { organisations, members, invitations, userId }
}

/** Pages for people. A visitor without a session is redirected to sign-in and back. */
export const pageRoutes = (deps: PageDeps): Route[] => [
  route(getHome, async ({ baseUrl }) =>
    reply(302, undefined, { location: pathAt(baseUrl, '/dashboard'), 'cache-control': 'no-store' }),
  ),
  route(getDashboard, async ({ headers, baseUrl }) => {
    const { readSession, accounts, sessions, keys, useOf } = deps
    const caller = await personOfPage(readSession, headers.cookie, baseUrl)
    if (!caller) {
      const location = pathAt(baseUrl, loginPath({ redirect: '/dashboard' }))
      return reply(302, undefined, { location, 'cache-control': 'no-store' })
    }
    const userId = userOf(caller)
    const orgId = scopesOf(caller).entitlementScope
    const [person, ownKeys, ownSessions, people] = await Promise.all([
      accounts.get(userId),
      keys.list(orgId).then(useOf),
      sessions.list(userId),
      peopleOf(deps, userId, orgId),
    ])
    const { sessionId } = caller
    const { usualScopes } = deps
    const personal = { person, orgId, usualScopes, keys: ownKeys, sessions: ownSessions, sessionId }
    return dashboardPage({ baseUrl, ...personal, ...people })
  }),
]
