import { type Caller, rowTable, type TableDeps } from '@signet/kernel'
import { memberRow, type Role } from './organization-rows.ts'
import { personalTenantOf } from './session.ts'

/**
 * Returns the caller's role in its organization; undefined if it has none. A key has the role of the member who created
 * it.
 */
export type RoleOf = (caller: Pick<Caller, 'orgId' | 'userId'>) => Promise<Role | undefined>

/**
 * Reads roles from the member lists. A user with an issuer token but no account yet counts as owner of their future
 * personal organization.
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
