import { type RowOf, rowTable, type TableDeps } from '@signet/kernel'
import { invitationRow } from '../contract/member-rows.ts'

export type Invitation = RowOf<typeof invitationRow>

export interface InvitationWithdrawal {
  /** Lists open invitations, at most 100. */
  listOpen(org: string): Promise<readonly Invitation[]>
  withdraw(org: string, id: string): Promise<boolean>
  withdrawAllOf(org: string, user: string): Promise<void>
}

export const invitationWithdrawal = (deps: TableDeps): InvitationWithdrawal => {
  const rows = rowTable(invitationRow, deps)
  const listOpen: InvitationWithdrawal['listOpen'] = async (org) =>
    (await rows.all({ org })).filter(({ state }) => state === 'open')
  const withdraw: InvitationWithdrawal['withdraw'] = (org, digest) => rows.remove({ org, digest }, { state: 'open' })
  return {
    listOpen,
    withdraw,
    async withdrawAllOf(org, user) {
      for (const { digest, invited_by } of await listOpen(org)) if (invited_by === user) await withdraw(org, digest)
    },
  }
}
