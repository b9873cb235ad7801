import type { OrgKeys } from '@signet/identity'
import type { GrantTable } from '@signet/oauth'
import type { SessionTable } from '../people/session-table.ts'
import type { Change, MemberKey } from './change-members.ts'
import type { InvitationTable } from './invitation-table.ts'
import type { OrganisationTable } from './organisation-table.ts'

export interface RemovalDeps {
  readonly organisations: Pick<OrganisationTable, 'beginRemoval' | 'endRemoval'>
  readonly invitations: Pick<InvitationTable, 'withdrawAllOf'>
  readonly sessions: Pick<SessionTable, 'leave'>
  readonly keys: Pick<OrgKeys, 'revokeAllOf'>
  readonly grants: Pick<GrantTable, 'endAllOf'>
}

/**
 * Takes a member out. From the first write on nothing new can be made by them; then what they have is taken, and last they
 * are gone from the lists. A run that died in between is finished by the next one that is asked for.
 */
export const removeMember =
  ({ organisations, invitations, sessions, keys, grants }: RemovalDeps) =>
  async (key: MemberKey, actor: string): Promise<Change> => {
    const { org, user } = key
    const begun = await organisations.beginRemoval(key, actor)
    if (begun !== 'done') return begun
    await keys.revokeAllOf(org, user)
    await grants.endAllOf(user, org)
    await sessions.leave(user, org)
    await invitations.withdrawAllOf(org, user)
    await organisations.endRemoval(key)
    return 'done'
  }
