import { type KeyEnds, personalTenantOf } from '@signet/identity'
import type { GrantTable } from '@signet/identity/oauth'
import type { InvitationEnds } from '../organisations/invitation-ends.ts'
import type { MembersTable } from '../organisations/members-table.ts'
import { removeMember } from '../organisations/remove-member.ts'
import { isActive, isLastOwner } from '../organisations/role-rules.ts'
import type { SessionEnds } from '../people/session-ends.ts'
import { type ErasureRow, type ErasureTable, organisationErasure } from './erasure-table.ts'

export interface AccessDeps {
  readonly organisations: MembersTable
  readonly invitations: InvitationEnds
  readonly sessions: SessionEnds
  readonly keys: KeyEnds
  readonly grants: Pick<GrantTable, 'endAllOf'>
  readonly erasures: Pick<ErasureTable, 'ask'>
}

const revokeAllKeys = async (keys: KeyEnds, org: string): Promise<void> => {
  for (const { id } of await keys.list(org)) await keys.revoke(org, id)
}

const closeOrganisation = async (deps: AccessDeps, org: string): Promise<void> => {
  const { organisations, sessions, keys, grants } = deps
  await organisations.beginEnd(org)
  await revokeAllKeys(keys, org)
  for (const { user_id: user } of await organisations.members(org)) {
    await grants.endAllOf(user, org)
    await sessions.leave(user, org)
    await organisations.endRemoval({ org, user })
  }
}

/** The next owner when the only owner is deleted: the longest-standing admin, else the longest-standing member. */
const heirOf = (members: Awaited<ReturnType<MembersTable['members']>>, user: string) => {
  const others = members
    .filter((each) => isActive(each) && each.user_id !== user)
    .sort((a, b) => (a.since < b.since ? -1 : 1))
  return others.find(({ role }) => role === 'admin') ?? others[0]
}

const endMembership = async (deps: AccessDeps, org: string, user: string): Promise<void> => {
  const { organisations, erasures } = deps
  const members = (await organisations.members(org)).filter(isActive)
  const membership = members.find(({ user_id }) => user_id === user)
  const heir = heirOf(members, user)
  if (membership && heir === undefined) {
    await erasures.ask({ id: organisationErasure(org), org, askedBy: user }, 0)
    await closeOrganisation(deps, org)
    return
  }
  if (membership && heir && isLastOwner(members, membership))
    await organisations.setRole({ org, user: heir.user_id }, 'owner', user)
  await removeMember(deps)({ org, user }, user)
}

/**
 * Ends all access of the account: sessions, keys, agents, memberships. It runs in every round, so access that a request in
 * flight has created in the meantime ends in the next one.
 */
export const endAccess =
  (deps: AccessDeps) =>
  async ({ org_id: org, user_id: user }: ErasureRow): Promise<void> => {
    if (org !== undefined && user === undefined) return closeOrganisation(deps, org)
    if (user === undefined) return
    for (const { org_id } of await deps.organisations.allOf(user))
      if (org_id !== personalTenantOf(user)) await endMembership(deps, org_id, user)
    await revokeAllKeys(deps.keys, personalTenantOf(user))
    await deps.grants.endAllOf(user, personalTenantOf(user))
    await deps.sessions.endAllOf(user)
  }
