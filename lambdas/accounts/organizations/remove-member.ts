import type { OrgKeys } from '@signet/identity'
import type { GrantTable } from '@signet/identity/oauth'
import type { SessionTable } from '../people/session-table.ts'
import type { Change, MemberKey } from './change-members.ts'
import type { InvitationTable } from './invitation-table.ts'
import type { OrganizationTable } from './organization-table.ts'

export interface RemovalDeps {
  readonly organizations: Pick<OrganizationTable, 'beginRemoval' | 'endRemoval'>
  readonly invitations: Pick<InvitationTable, 'withdrawAllOf'>
  readonly sessions: Pick<SessionTable, 'leave'>
  readonly keys: Pick<OrgKeys, 'revokeAllOf'>
  readonly grants: Pick<GrantTable, 'endAllOf'>
}

/**
 * Removes a member. After the first write they can create nothing new; then their rights are revoked, and last the
 * lists are updated. If a run dies in between, the next request finishes it.
 */
export const removeMember =
  ({ organizations, invitations, sessions, keys, grants }: RemovalDeps) =>
  async (key: MemberKey, actor: string): Promise<Change> => {
    const { org, user } = key
    const begun = await organizations.beginRemoval(key, actor)
    if (begun !== 'done') return begun
    await keys.revokeAllOf(org, user)
    await grants.endAllOf(user, org)
    await sessions.leave(user, org)
    await invitations.withdrawAllOf(org, user)
    await organizations.endRemoval(key)
    return 'done'
  }
