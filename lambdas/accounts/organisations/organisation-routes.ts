import { reply } from '@signet/contracts'
import { type Membership, type OrgKeys, scopesOf, userOf } from '@signet/identity'
import type { GrantTable } from '@signet/identity/oauth'
import { forbidden, Refusal, type Route, route } from '@signet/kernel'
import type { PlatformTier } from '@signet/ledger/tiers'
import {
  createOrganisation,
  listMembers,
  listOrganisations,
  removeMember,
  setMemberRole,
  switchOrganisation,
} from '../contract/organisations.ts'
import type { AccountTable } from '../people/account-table.ts'
import type { SessionTable } from '../people/session-table.ts'
import type { InvitationTable } from './invitation-table.ts'
import type { Organisation } from './member-writes.ts'
import type { OrganisationTable } from './organisation-table.ts'
import { isKeyOfAnother, noSuchOrganisation, refusedChange, roleIn, roleOfCaller } from './refusals.ts'
import { removeMember as removing } from './remove-member.ts'
import { isActive } from './role-rules.ts'

export interface OrganisationDeps {
  readonly organisations: OrganisationTable
  readonly planOf: (org: string) => Promise<PlatformTier>
  readonly invitations: InvitationTable
  readonly accounts: AccountTable
  readonly sessions: SessionTable
  readonly keys: OrgKeys
  readonly grants: Pick<GrantTable, 'endAllOf'>
}

const shown = ({ org_id: id, name, kind }: Organisation, { role }: Pick<Membership, 'role'>, current: string) => ({
  id,
  name: name ?? null,
  kind,
  role,
  current: id === current,
})

const organisationsOf = async (organisations: OrganisationTable, user: string, current: string) => {
  const memberships = await organisations.listOf(user)
  const rows = await Promise.all(memberships.map(({ org_id }) => organisations.get(org_id)))
  return memberships.flatMap((membership, i) => {
    const organisation = rows[i]
    return organisation ? [shown(organisation, membership, current)] : []
  })
}

const membersOf = async (
  { organisations, accounts }: Pick<OrganisationDeps, 'organisations' | 'accounts'>,
  org: string,
) => {
  const members = await organisations.members(org)
  const people = await Promise.all(members.map(({ user_id }) => accounts.get(user_id)))
  return members.map((member, i) => ({
    userId: member.user_id,
    name: people[i]?.name ?? null,
    email: people[i]?.email ?? null,
    role: member.role,
    since: member.since,
    isLeaving: !isActive(member),
  }))
}

const createRoute = ({ organisations, planOf }: OrganisationDeps) =>
  route(createOrganisation, async ({ body, caller }) => {
    const made = await organisations.create(userOf(caller), body.name)
    if (made instanceof Refusal) return made
    const listed = shown(made, { role: 'owner' }, scopesOf(caller).entitlementScope)
    return reply(201, { ...listed, plan: await planOf(listed.id) })
  })

const switchRoute = ({ organisations, sessions }: OrganisationDeps) =>
  route(switchOrganisation, async ({ params: { org }, caller }) => {
    const user = userOf(caller)
    const { sessionId: id } = caller
    if (id === undefined) return forbidden('A token of the authentication service acts for the personal organisation')
    const key = { org, user }
    if (!(await roleIn(organisations, key))) return noSuchOrganisation()
    await sessions.actFor({ userId: user, id }, org, () => organisations.guard(key))
    return reply(200, { ok: true as const, orgId: org })
  })

/** Shared organisations and their members. For a non-member an organisation counts as absent. */
export const organisationRoutes = (deps: OrganisationDeps): Route[] => [
  route(listOrganisations, async ({ caller }) => {
    const current = scopesOf(caller).entitlementScope
    const organisations = await organisationsOf(deps.organisations, userOf(caller), current)
    const withPlan = async (each: ReturnType<typeof shown>) => ({ ...each, plan: await deps.planOf(each.id) })
    return reply(200, { organisations: await Promise.all(organisations.map(withPlan)) })
  }),
  createRoute(deps),
  switchRoute(deps),
  route(listMembers, async ({ params: { org }, caller }) => {
    if (!(await roleOfCaller(deps.organisations, caller, org))) return noSuchOrganisation()
    return reply(200, { members: await membersOf(deps, org) })
  }),
  route(setMemberRole, async ({ params, body: { role }, caller }) => {
    if (isKeyOfAnother(caller, params.org)) return noSuchOrganisation()
    const changed = await deps.organisations.setRole(params, role, userOf(caller))
    return changed === 'done' ? reply(200, { ok: true as const, role }) : refusedChange(changed)
  }),
  route(removeMember, async ({ params, caller }) => {
    if (isKeyOfAnother(caller, params.org)) return noSuchOrganisation()
    const removed = await removing(deps)(params, userOf(caller))
    return removed === 'done' ? reply(204) : refusedChange(removed)
  }),
]
