import type { RowOf, RowTable } from '@signet/kernel'
import type { memberRow } from './organization-rows.ts'
import type { personRow } from './person-row.ts'

export interface OwnerDeps {
  readonly members: Pick<RowTable<typeof memberRow>, 'all'>
  readonly people: Pick<RowTable<typeof personRow>, 'get'>
}

/** Returns the longest-standing active owner; undefined if the organization has none or that owner has no email. */
export const firstOwner = async (
  { members, people }: OwnerDeps,
  org: string,
): Promise<(RowOf<typeof personRow> & { readonly email: string }) | undefined> => {
  const owners = (await members.all({ org })).filter(
    ({ role, state = 'active' }) => role === 'owner' && state === 'active',
  )
  const [first] = owners.sort((a, b) => (a.since < b.since ? -1 : 1))
  const person = first && (await people.get({ user: first.user_id }))
  return person?.email === undefined ? undefined : { ...person, email: person.email }
}
