import { forbidden } from '@signet/contracts/http'
import { rowTable, type TableDeps, type WriteStep } from '@signet/kernel'
import { memberRow } from './organisation-rows.ts'
import { personalTenantOf } from './session.ts'

/**
 * Writes that fail if the person is no member by then; none for their personal organisation.
 * @throws Refusal 403 for who is none now.
 */
export type MemberGuard = (key: { readonly org: string; readonly user: string }) => Promise<readonly WriteStep[]>

/** What a person makes for an organisation is made on condition that they are one of its members. */
export const memberGuard = (deps: TableDeps): MemberGuard => {
  const members = rowTable(memberRow, deps)
  return async ({ org, user }) => {
    if (org === personalTenantOf(user)) return []
    const member = await members.get({ org, user })
    if (!member || member.state === 'leaving') throw forbidden('You are no member of this organisation any more')
    return [members.steps.replace({ org, user }, member, { role: member.role, state: 'active' })]
  }
}
