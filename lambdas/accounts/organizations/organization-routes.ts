import { reply } from '@signet/contracts'
import { type Membership, type OrgKeys, scopesOf, userOf } from '@signet/identity'
import type { GrantTable } from '@signet/identity/oauth'
import { forbidden, Refusal, type Route, route } from '@signet/kernel'
import type { PlatformTier } from '@signet/ledger/tiers'
import {
  createOrganization,
  listMembers,
  listOrganizations,
  removeMember,
  setMemberRole,
  switchOrganization,
} from '../contract/organizations.ts'
import type { AccountTable } from '../people/account-table.ts'
import type { SessionTable } from '../people/session-table.ts'
import type { InvitationTable } from './invitation-table.ts'
import type { Organization } from './member-writes.ts'
import type { OrganizationTable } from './organization-table.ts'
import { changeRefusal, isKeyOfOtherOrganization, noSuchOrganization, roleIn, roleOfCaller } from './refusals.ts'
import { removeMember as removing } from './remove-member.ts'
import { isActive } from './role-rules.ts'

export interface OrganizationDeps {
  readonly organizations: OrganizationTable
  readonly planOf: (org: string) => Promise<PlatformTier>
  readonly invitations: InvitationTable
  readonly accounts: AccountTable
  readonly sessions: SessionTable
  readonly keys: OrgKeys
  readonly grants: Pick<GrantTable, 'revokeAllOf'>
}

const organizationView = (
  { org_id: id, name, kind }: Organization,
  { role }: Pick<Membership, 'role'>,
  current: string,
) => ({
  id,
  name: name ?? null,
  kind,
  role,
  current: id === current,
})

const organizationsOf = async (organizations: OrganizationTable, user: string, current: string) => {
  const memberships = await organizations.listOf(user)
  const rows = await Promise.all(memberships.map(({ org_id }) => organizations.get(org_id)))
  return memberships.flatMap((membership, i) => {
    const organization = rows[i]
    return organization ? [organizationView(organization, membership, current)] : []
  })
}

const membersOf = async (
  { organizations, accounts }: Pick<OrganizationDeps, 'organizations' | 'accounts'>,
  org: string,
) => {
  const members = await organizations.members(org)
  const people = await Promise.all(members.map(({ user_id }) => accounts.get(user_id)))
  return members.map((member, i) => ({
    userId: member.user_id,
    name: people[i]?.name ?? null,
    email: people[i]?.email ?? null,
    role: member.role,
    since: member.since,
    isBeingRemoved: !isActive(member),
  }))
}

const createRoute = ({ organizations, planOf }: OrganizationDeps) =>
  route(createOrganization, async ({ body, caller }) => {
    const created = await organizations.create(userOf(caller), body.name)
    if (created instanceof Refusal) return created
    const view = organizationView(created, { role: 'owner' }, scopesOf(caller).entitlementScope)
    return reply(201, { ...view, plan: await planOf(view.id) })
  })

const switchRoute = ({ organizations, sessions }: OrganizationDeps) =>
  route(switchOrganization, async ({ params: { org }, caller }) => {
    const user = userOf(caller)
    const { sessionId: id } = caller
    if (id === undefined)
      return forbidden(
        'A token of the authentication service always acts for the personal organization. Sign in with a browser to switch',
      )
    const key = { org, user }
    if (!(await roleIn(organizations, key))) return noSuchOrganization()
    await sessions.actFor({ userId: user, id }, org, () => organizations.guard(key))
    return reply(200, { ok: true as const, orgId: org })
  })

/** Shared organizations and their members. Non-members get 404. */
export const organizationRoutes = (deps: OrganizationDeps): Route[] => [
  route(listOrganizations, async ({ caller }) => {
    const current = scopesOf(caller).entitlementScope
    const organizations = await organizationsOf(deps.organizations, userOf(caller), current)
    const withPlan = async (each: ReturnType<typeof organizationView>) => ({
      ...each,
      plan: await deps.planOf(each.id),
    })
    return reply(200, { organizations: await Promise.all(organizations.map(withPlan)) })
  }),
  createRoute(deps),
  switchRoute(deps),
  route(listMembers, async ({ params: { org }, caller }) => {
    if (!(await roleOfCaller(deps.organizations, caller, org))) return noSuchOrganization()
    return reply(200, { members: await membersOf(deps, org) })
  }),
  route(setMemberRole, async ({ params, body: { role }, caller }) => {
    if (isKeyOfOtherOrganization(caller, params.org)) return noSuchOrganization()
    const outcome = await deps.organizations.setRole(params, role, userOf(caller))
    return outcome === 'done' ? reply(200, { ok: true as const, role }) : changeRefusal(outcome)
  }),
  route(removeMember, async ({ params, caller }) => {
    if (isKeyOfOtherOrganization(caller, params.org)) return noSuchOrganization()
    const removalOutcome = await removing(deps)(params, userOf(caller))
    return removalOutcome === 'done' ? reply(204) : changeRefusal(removalOutcome)
  }),
]
