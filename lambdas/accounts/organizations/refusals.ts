import { type Role, userOf } from '@signet/identity'
import { type Caller, forbidden, notFound, type Refusal, refusal } from '@signet/kernel'
import type { Change, MemberKey } from './change-members.ts'
import type { OrganizationTable } from './organization-table.ts'
import { isActive } from './role-rules.ts'

/** Returns 404 for an organization that does not exist, and for one that the caller is not a member of. */
export const noSuchOrganization = (): Refusal<'not_found'> => notFound('The organization does not exist')

export const notAllowed = (): Refusal<'forbidden'> =>
  forbidden('Your role in this organization does not allow this. Ask one of its owners')

export const changeRefusal = (change: Exclude<Change, 'done'>): Refusal<'not_found' | 'forbidden' | 'last_owner'> => {
  if (change === 'absent') return notFound('The member does not exist')
  if (change === 'forbidden') return notAllowed()
  return refusal('last_owner', 'An organization must have an owner. Make another member an owner first')
}

/**
 * Returns whether the caller is a key of another organization, or a key without a user. A key acts only for its own
 * organization, as the member who created it.
 */
export const isKeyOfOtherOrganization = ({ kind, orgId, userId }: Caller, org: string): boolean =>
  kind !== 'session' && (orgId !== org || userId === undefined)

/** Returns a user's role in an organization; undefined for non-members and members whose removal has started. */
export const roleIn = async (
  organizations: Pick<OrganizationTable, 'member'>,
  key: MemberKey,
): Promise<Role | undefined> => {
  const member = await organizations.member(key)
  return member && isActive(member) ? member.role : undefined
}

/** Returns the caller's role in an organization; undefined for non-members and for keys of another organization. */
export const roleOfCaller = async (
  organizations: Pick<OrganizationTable, 'member'>,
  caller: Caller,
  org: string,
): Promise<Role | undefined> =>
  isKeyOfOtherOrganization(caller, org) ? undefined : roleIn(organizations, { org, user: userOf(caller) })
