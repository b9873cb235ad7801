import { forbidden } from '@signet/contracts/http'
import { rowTable, type TableDeps, type WriteStep } from '@signet/kernel'
import { memberRow } from './organization-rows.ts'
import { personalTenantOf } from './session.ts'

/**
 * Returns writes that fail if the user is no longer a member when they run; empty for a personal organization.
 * @throws Refusal 403 if the user is not a member now.
 */
export type MemberGuard = (key: { readonly org: string; readonly user: string }) => Promise<readonly WriteStep[]>

export const memberGuard = (deps: TableDeps): MemberGuard => {
  const members = rowTable(memberRow, deps)
  return async ({ org, user }) => {
    if (org === personalTenantOf(user)) return []
    const member = await members.get({ org, user })
    if (!member || member.state === 'leaving') throw forbidden('You are no longer a member of this organization')
    return [members.steps.replace({ org, user }, member, { role: member.role, state: 'active' })]
  }
}
