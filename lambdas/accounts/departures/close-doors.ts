import { type KeyEnds, personalTenantOf } from '@signet/identity'
import type { GrantTable } from '@signet/identity/oauth'
import type { InvitationEnds } from '../organisations/invitation-ends.ts'
import type { MembersTable } from '../organisations/members-table.ts'
import { removeMember } from '../organisations/remove-member.ts'
import { isActive, isLastOwner } from '../organisations/role-rules.ts'
import type { SessionEnds } from '../people/session-ends.ts'
import { type DepartureRow, type DepartureTable, organisationDeparture } from './departure-table.ts'

export interface DoorDeps {
  readonly organisations: MembersTable
  readonly invitations: InvitationEnds
  readonly sessions: SessionEnds
  readonly keys: KeyEnds
  readonly grants: Pick<GrantTable, 'endAllOf'>
  readonly departures: Pick<DepartureTable, 'ask'>
}

const revokeAllKeys = async (keys: KeyEnds, org: string): Promise<void> => {
  for (const { id } of await keys.list(org)) await keys.revoke(org, id)
}

/** Nobody acts for a shared organisation any more: each member loses keys, agents and sessions, and then the membership. */
const closeOrganisation = async (deps: DoorDeps, org: string): Promise<void> => {
  const { organisations, sessions, keys, grants } = deps
  await organisations.beginEnd(org)
  await revokeAllKeys(keys, org)
  for (const { user_id: user } of await organisations.members(org)) {
    await grants.endAllOf(user, org)
    await sessions.leave(user, org)
    await organisations.endRemoval({ org, user })
  }
}

/** The member who owns the organisation when its only owner leaves: the longest-standing admin, else member. */
const heirOf = (members: Awaited<ReturnType<MembersTable['members']>>, user: string) => {
  const others = members
    .filter((each) => isActive(each) && each.user_id !== user)
    .sort((a, b) => (a.since < b.since ? -1 : 1))
  return others.find(({ role }) => role === 'admin') ?? others[0]
}

const leaveOrganisation = async (deps: DoorDeps, org: string, user: string): Promise<void> => {
  const { organisations, departures } = deps
  const members = (await organisations.members(org)).filter(isActive)
  const membership = members.find(({ user_id }) => user_id === user)
  const heir = heirOf(members, user)
  if (membership && heir === undefined) {
    await departures.ask({ id: organisationDeparture(org), org, askedBy: user }, 0)
    await closeOrganisation(deps, org)
    return
  }
  if (membership && heir && isLastOwner(members, membership))
    await organisations.setRole({ org, user: heir.user_id }, 'owner', user)
  await removeMember(deps)({ org, user }, user)
}

/**
 * Ends what the leaver could do anything with: sessions, keys, agents, memberships. It runs in every round, so what a
 * request in flight has made meanwhile ends in the next one.
 */
export const closeDoors =
  (deps: DoorDeps) =>
  async ({ org_id: org, user_id: user }: DepartureRow): Promise<void> => {
    if (org !== undefined && user === undefined) return closeOrganisation(deps, org)
    if (user === undefined) return
    for (const { org_id } of await deps.organisations.allOf(user))
      if (org_id !== personalTenantOf(user)) await leaveOrganisation(deps, org_id, user)
    await revokeAllKeys(deps.keys, personalTenantOf(user))
    await deps.grants.endAllOf(user, personalTenantOf(user))
    await deps.sessions.endAllOf(user)
  }
