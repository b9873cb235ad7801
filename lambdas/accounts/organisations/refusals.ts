import type { Role } from '@signet/identity'
import { forbidden, notFound, type Refusal, refusal } from '@signet/kernel'
import type { Change, MemberKey } from './change-members.ts'
import type { OrganisationTable } from './organisation-table.ts'
import { isActive } from './role-rules.ts'

/** An organisation that is not there, and one that the caller is no member of. */
export const noSuchOrganisation = (): Refusal<'not_found'> => notFound('There is no such organisation')

export const notAllowed = (): Refusal<'forbidden'> =>
  forbidden('Your role in this organisation does not allow it: ask one of its owners')

/** What a change that was not made is answered with. */
export const refusedChange = (change: Exclude<Change, 'done'>): Refusal<'not_found' | 'forbidden' | 'last_owner'> => {
  if (change === 'absent') return notFound('There is no such member')
  if (change === 'forbidden') return notAllowed()
  return refusal('last_owner', 'An organisation always has an owner: make somebody else one first')
}

/** The role of somebody in an organisation; undefined for who is no member, or being removed. */
export const roleIn = async (
  organisations: Pick<OrganisationTable, 'member'>,
  key: MemberKey,
): Promise<Role | undefined> => {
  const member = await organisations.member(key)
  return member && isActive(member) ? member.role : undefined
}
