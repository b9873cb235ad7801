import { memberRow, organizationRow, personalTenantOf } from '@signet/identity'
import { personRow } from '@signet/identity/person-row'
import { type RowOf, rowTable, type TableDeps, transact } from '@signet/kernel'
import { membershipRow } from '../contract/member-rows.ts'

export type Person = RowOf<typeof personRow>

interface AccountProfile {
  readonly userId: string
  readonly email?: string | undefined
  readonly name?: string | undefined
}

export interface AccountTable {
  get(userId: string): Promise<Person | undefined>
  /**
   * Returns the user. The first sign-in of a subject creates the user together with a personal organization. An
   * existing user keeps their name; their email address follows the authentication service.
   */
  ensure(profile: AccountProfile): Promise<Person>
  rename(userId: string, name: string | null): Promise<Person | undefined>
}

const withName = (person: Person, name: string | null): Person => {
  const { name: _, ...rest } = person
  return name === null ? rest : { ...rest, name }
}

export const accountTable = (deps: TableDeps): AccountTable => {
  const people = rowTable(personRow, deps)
  const organizations = rowTable(organizationRow, deps)
  const members = rowTable(memberRow, deps)
  const memberships = rowTable(membershipRow, deps)

  const createPerson = ({ userId, email, name }: AccountProfile) => {
    const created_at = deps.now().toISOString()
    const org = personalTenantOf(userId)
    const member = { org_id: org, user_id: userId, role: 'owner' as const, since: created_at }
    const person: Person = { user_id: userId, created_at, ...(email ? { email } : {}), ...(name ? { name } : {}) }
    const steps = [
      people.steps.putNew({ user: userId }, person),
      organizations.steps.putNew({ org }, { org_id: org, kind: 'personal', created_by: userId, created_at }),
      members.steps.putNew({ org, user: userId }, member),
      memberships.steps.putNew({ org, user: userId }, member),
    ]
    return { steps, result: person }
  }

  /** Conditional on an unchanged row, so that no concurrent change is lost. */
  const changePerson = (person: Person, next: Person) => {
    const steps = [people.steps.replace({ user: person.user_id }, next, { ...person })]
    return { steps, result: next }
  }

  return {
    get: (user) => people.get({ user }),
    ensure: (profile) =>
      transact(deps, async () => {
        const person = await people.get({ user: profile.userId })
        if (!person) return createPerson(profile)
        if (profile.email === undefined || profile.email === person.email) return { result: person }
        return changePerson(person, { ...person, email: profile.email })
      }),
    rename: (userId, name) =>
      transact(deps, async () => {
        const person = await people.get({ user: userId })
        if (!person) return { result: undefined }
        if ((person.name ?? null) === name) return { result: person }
        return changePerson(person, withName(person, name))
      }),
  }
}
