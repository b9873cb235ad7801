import { type KeyEnds, personalTenantOf } from '@signet/identity'
import type { GrantTable } from '@signet/identity/oauth'
import type { InvitationEnds } from '../organizations/invitation-ends.ts'
import type { MembersTable } from '../organizations/members-table.ts'
import { removeMember } from '../organizations/remove-member.ts'
import { isActive, isLastOwner } from '../organizations/role-rules.ts'
import type { SessionEnds } from '../people/session-ends.ts'
import { type ErasureRow, type ErasureTable, organizationErasure } from './erasure-table.ts'

export interface AccessDeps {
  readonly organizations: MembersTable
  readonly invitations: InvitationEnds
  readonly sessions: SessionEnds
  readonly keys: KeyEnds
  readonly grants: Pick<GrantTable, 'endAllOf'>
  readonly erasures: Pick<ErasureTable, 'ask'>
}

const revokeAllKeys = async (keys: KeyEnds, org: string): Promise<void> => {
  for (const { id } of await keys.list(org)) await keys.revoke(org, id)
}

const closeOrganization = async (deps: AccessDeps, org: string): Promise<void> => {
  const { organizations, sessions, keys, grants } = deps
  await organizations.beginEnd(org)
  await revokeAllKeys(keys, org)
  for (const { user_id: user } of await organizations.members(org)) {
    await grants.endAllOf(user, org)
    await sessions.leave(user, org)
    await organizations.endRemoval({ org, user })
  }
}

/**
 * Returns the next owner when the only owner is deleted: the longest-standing admin, else the longest-standing member.
 */
const heirOf = (members: Awaited<ReturnType<MembersTable['members']>>, user: string) => {
  const others = members
    .filter((each) => isActive(each) && each.user_id !== user)
    .sort((a, b) => (a.since < b.since ? -1 : 1))
  return others.find(({ role }) => role === 'admin') ?? others[0]
}

const endMembership = async (deps: AccessDeps, org: string, user: string): Promise<void> => {
  const { organizations, erasures } = deps
  const members = (await organizations.members(org)).filter(isActive)
  const membership = members.find(({ user_id }) => user_id === user)
  const heir = heirOf(members, user)
  if (membership && heir === undefined) {
    await erasures.ask({ id: organizationErasure(org), org, askedBy: user }, 0)
    await closeOrganization(deps, org)
    return
  }
  if (membership && heir && isLastOwner(members, membership))
    await organizations.setRole({ org, user: heir.user_id }, 'owner', user)
  await removeMember(deps)({ org, user }, user)
}

/**
 * Ends all access of the account: sessions, keys, agents, memberships. It runs in every round, so access that a
 * concurrent request creates ends in the next round.
 */
export const endAccess =
  (deps: AccessDeps) =>
  async ({ org_id: org, user_id: user }: ErasureRow): Promise<void> => {
    if (org !== undefined && user === undefined) return closeOrganization(deps, org)
    if (user === undefined) return
    for (const { org_id } of await deps.organizations.allOf(user))
      if (org_id !== personalTenantOf(user)) await endMembership(deps, org_id, user)
    await revokeAllKeys(deps.keys, personalTenantOf(user))
    await deps.grants.endAllOf(user, personalTenantOf(user))
    await deps.sessions.endAllOf(user)
  }
