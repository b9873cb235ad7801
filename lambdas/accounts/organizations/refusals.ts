import { type Role, userOf } from '@signet/identity'
import { type Caller, forbidden, notFound, type Refusal, refusal } from '@signet/kernel'
import type { Change, MemberKey } from './change-members.ts'
import type { OrganizationTable } from './organization-table.ts'
import { isActive } from './role-rules.ts'

/** The 404 for an absent organization, and for one without the caller. */
export const noSuchOrganization = (): Refusal<'not_found'> => notFound('There is no such organization')

export const notAllowed = (): Refusal<'forbidden'> =>
  forbidden('Your role in this organization does not allow it: ask one of its owners')

export const refusedChange = (change: Exclude<Change, 'done'>): Refusal<'not_found' | 'forbidden' | 'last_owner'> => {
  if (change === 'absent') return notFound('There is no such member')
  if (change === 'forbidden') return notAllowed()
  return refusal('last_owner', 'An organization always needs an owner: make another member an owner first')
}

/** Whether the caller is a key of another organization, or of no person: a key acts for its own alone, as its maker. */
export const isKeyOfAnother = ({ kind, orgId, userId }: Caller, org: string): boolean =>
  kind !== 'session' && (orgId !== org || userId === undefined)

/** A person's role in an organization; undefined for non-members and leaving members. */
export const roleIn = async (
  organizations: Pick<OrganizationTable, 'member'>,
  key: MemberKey,
): Promise<Role | undefined> => {
  const member = await organizations.member(key)
  return member && isActive(member) ? member.role : undefined
}

/** The caller's role in an organization; undefined for those who are none of it, a key of another among them. */
export const roleOfCaller = async (
  organizations: Pick<OrganizationTable, 'member'>,
  caller: Caller,
  org: string,
): Promise<Role | undefined> =>
  isKeyOfAnother(caller, org) ? undefined : roleIn(organizations, { org, user: userOf(caller) })
