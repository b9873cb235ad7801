import { forbidden } from '@signet/contracts/http'
import { rowTable, type TableDeps, type WriteStep } from '@signet/kernel'
import { memberRow } from './organization-rows.ts'
import { personalTenantOf } from './session.ts'

/**
 * Writes that fail if the person is no longer a member when they run; none for a personal organization.
 * @throws Refusal 403 if the person is not a member now.
 */
export type MemberGuard = (key: { readonly org: string; readonly user: string }) => Promise<readonly WriteStep[]>

export const memberGuard = (deps: TableDeps): MemberGuard => {
  const members = rowTable(memberRow, deps)
  return async ({ org, user }) => {
    if (org === personalTenantOf(user)) return []
    const member = await members.get({ org, user })
    if (!member || member.state === 'leaving') throw forbidden('You are no member of this organization any more')
    return [members.steps.replace({ org, user }, member, { role: member.role, state: 'active' })]
  }
}
