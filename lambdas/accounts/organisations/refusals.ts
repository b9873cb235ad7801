import { type Role, userOf } from '@signet/identity'
import { type Caller, forbidden, notFound, type Refusal, refusal } from '@signet/kernel'
import type { Change, MemberKey } from './change-members.ts'
import type { OrganisationTable } from './organisation-table.ts'
import { isActive } from './role-rules.ts'

/** The 404 for an absent organisation, and for one without the caller. */
export const noSuchOrganisation = (): Refusal<'not_found'> => notFound('There is no such organisation')

export const notAllowed = (): Refusal<'forbidden'> =>
  forbidden('Your role in this organisation does not allow it: ask one of its owners')

export const refusedChange = (change: Exclude<Change, 'done'>): Refusal<'not_found' | 'forbidden' | 'last_owner'> => {
  if (change === 'absent') return notFound('There is no such member')
  if (change === 'forbidden') return notAllowed()
  return refusal('last_owner', 'An organisation always needs an owner: make another member an owner first')
}

/** Whether the caller is a key of another organisation, or of no person: a key acts for its own alone, as its maker. */
export const isKeyOfAnother = ({ kind, orgId, userId }: Caller, org: string): boolean =>
  kind !== 'session' && (orgId !== org || userId === undefined)

/** A person's role in an organisation; undefined for non-members and leaving members. */
export const roleIn = async (
  organisations: Pick<OrganisationTable, 'member'>,
  key: MemberKey,
): Promise<Role | undefined> => {
  const member = await organisations.member(key)
  return member && isActive(member) ? member.role : undefined
}

/** The caller's role in an organisation; undefined for those who are none of it, a key of another among them. */
export const roleOfCaller = async (
  organisations: Pick<OrganisationTable, 'member'>,
  caller: Caller,
  org: string,
): Promise<Role | undefined> =>
  isKeyOfAnother(caller, org) ? undefined : roleIn(organisations, { org, user: userOf(caller) })
