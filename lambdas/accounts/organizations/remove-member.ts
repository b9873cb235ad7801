import type { OrgKeys } from '@signet/identity'
import type { GrantTable } from '@signet/identity/oauth'
import type { SessionTable } from '../people/session-table.ts'
import type { Change, MemberKey } from './change-members.ts'
import type { InvitationTable } from './invitation-table.ts'
import type { OrganizationTable } from './organization-table.ts'

export interface RemovalDeps {
  readonly organizations: Pick<OrganizationTable, 'beginRemoval' | 'finishRemoval'>
  readonly invitations: Pick<InvitationTable, 'withdrawAllOf'>
  readonly sessions: Pick<SessionTable, 'leaveOrganization'>
  readonly keys: Pick<OrgKeys, 'revokeAllOf'>
  readonly grants: Pick<GrantTable, 'revokeAllOf'>
}

/**
 * Removes a member. The first write blocks new credentials, the next ones revoke existing rights, and the last ones
 * update the lists. If a run is interrupted, the next request finishes it.
 */
export const removeMember =
  ({ organizations, invitations, sessions, keys, grants }: RemovalDeps) =>
  async (key: MemberKey, actor: string): Promise<Change> => {
    const { org, user } = key
    const outcome = await organizations.beginRemoval(key, actor)
    if (outcome !== 'done') return outcome
    await keys.revokeAllOf(org, user)
    await grants.revokeAllOf(user, org)
    await sessions.leaveOrganization(user, org)
    await invitations.withdrawAllOf(org, user)
    await organizations.finishRemoval(key)
    return 'done'
  }
