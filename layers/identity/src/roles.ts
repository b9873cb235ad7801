import { type Caller, rowTable, type TableDeps } from '@signet/kernel'
import { memberRow, type Role } from './organisation-rows.ts'
import { personalTenantOf } from './session.ts'

/** The role in its organisation of whoever calls; undefined: none. A key has the role of who made it. */
export type RoleOf = (caller: Pick<Caller, 'orgId' | 'userId'>) => Promise<Role | undefined>

/**
 * Reads roles from the lists of members. Whoever comes with a token of the issuer before they have an account here owns
 * the organisation that they will get.
 */
export const roles = (deps: TableDeps): RoleOf => {
  const members = rowTable(memberRow, deps)
  return async ({ orgId: org, userId: user }) => {
    if (org === undefined || user === undefined) return undefined
    const member = await members.get({ org, user })
    if (member?.state === 'leaving') return undefined
    return member?.role ?? (org === personalTenantOf(user) ? 'owner' : undefined)
  }
}
