import { type KeyRevocation, personalTenantOf } from '@signet/identity'
import type { GrantTable } from '@signet/identity/oauth'
import type { InvitationWithdrawal } from '../organizations/invitation-withdrawal.ts'
import type { MembersTable } from '../organizations/members-table.ts'
import { removeMember } from '../organizations/remove-member.ts'
import { isActive, isLastOwner } from '../organizations/role-rules.ts'
import type { SessionRevocation } from '../people/session-revocation.ts'
import { type ErasureRow, type ErasureTable, organizationErasure } from './erasure-table.ts'

export interface AccessDeps {
  readonly organizations: MembersTable
  readonly invitations: InvitationWithdrawal
  readonly sessions: SessionRevocation
  readonly keys: KeyRevocation
  readonly grants: Pick<GrantTable, 'revokeAllOf'>
  readonly erasures: Pick<ErasureTable, 'schedule'>
}

const revokeAllKeys = async (keys: KeyRevocation, org: string): Promise<void> => {
  for (const { id } of await keys.list(org)) await keys.revoke(org, id)
}

const closeOrganization = async (deps: AccessDeps, org: string): Promise<void> => {
  const { organizations, sessions, keys, grants } = deps
  await organizations.beginClosing(org)
  await revokeAllKeys(keys, org)
  for (const { user_id: user } of await organizations.members(org)) {
    await grants.revokeAllOf(user, org)
    await sessions.leaveOrganization(user, org)
    await organizations.finishRemoval({ org, user })
  }
}

/**
 * Returns the next owner when the only owner is deleted: the longest-standing admin, else the longest-standing member.
 */
const nextOwnerOf = (members: Awaited<ReturnType<MembersTable['members']>>, user: string) => {
  const others = members
    .filter((each) => isActive(each) && each.user_id !== user)
    .sort((a, b) => (a.since < b.since ? -1 : 1))
  return others.find(({ role }) => role === 'admin') ?? others[0]
}

/**
 * Ends a membership in a shared organization. If the user is its only owner, another member becomes owner. Without
 * another member, the organization is erased.
 */
const endMembership = async (deps: AccessDeps, org: string, user: string): Promise<void> => {
  const { organizations, erasures } = deps
  const members = (await organizations.members(org)).filter(isActive)
  const membership = members.find(({ user_id }) => user_id === user)
  const nextOwner = nextOwnerOf(members, user)
  if (membership && nextOwner === undefined) {
    const graceDays = 0
    await erasures.schedule({ id: organizationErasure(org), org, askedBy: user }, graceDays)
    await closeOrganization(deps, org)
    return
  }
  if (membership && nextOwner && isLastOwner(members, membership))
    await organizations.setRole({ org, user: nextOwner.user_id }, 'owner', user)
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
    await deps.grants.revokeAllOf(user, personalTenantOf(user))
    await deps.sessions.revokeAllOf(user)
  }
