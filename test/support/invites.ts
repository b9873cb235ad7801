import { createLog, rowTable } from '@signet/kernel'
import { inject } from 'vitest'
import { inviteRow } from '../../lambdas/billing/contract/invite-row.ts'
import { changeInvite, InviteChange } from '../../lambdas/billing/invite/change-invite.ts'
import { table } from './keys.ts'

/** Invites an organisation to a product, as an operator does. */
export const invite = async (
  org_id: string,
  product: 'ciso-trust-bundle' | 'ciso-trust-page-hosting',
): Promise<void> => {
  const deps = { db: table(), table: inject('stack').table, now: () => new Date() }
  const change = changeInvite({
    invites: rowTable(inviteRow, deps),
    now: deps.now,
    log: createLog({ write: () => {} }),
  })
  await change(InviteChange.parse({ op: 'invite', org_id, product, by: 'a test' }))
}
