import { rowTable } from '@signet/kernel'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inviteRow } from '../../../lambdas/billing/contract/invite-row.ts'
import { changeInvite, InviteChange } from '../../../lambdas/billing/invite/change-invite.ts'
import { createLog } from '../../../layers/kernel/src/log.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

let table: TableWorld
beforeAll(async () => {
  table = await openTable()
})
afterAll(() => table.close())

describe('an invitation to a product', () => {
  it('starts and ends once each', async () => {
    const deps = { db: table.db, table: TABLE, now: () => new Date() }
    const invites = rowTable(inviteRow, deps)
    const change = changeInvite({ invites, now: deps.now, log: createLog({ write: () => {} }) })
    const changeWith = (op: string) =>
      change(InviteChange.parse({ op, org_id: 'org-1', product: 'ciso-trust-bundle', by: 'ada' }))
    expect([await changeWith('invite'), await changeWith('invite')]).toEqual([
      { outcome: 'changed' },
      { outcome: 'nothing' },
    ])
    expect(await invites.get({ org: 'org-1', product: 'ciso-trust-bundle' })).toMatchObject({ invited_by: 'ada' })
    expect([await changeWith('withdraw'), await changeWith('withdraw')]).toEqual([
      { outcome: 'changed' },
      { outcome: 'nothing' },
    ])
  })

  it('requires a product that is sold by invitation', () => {
    const change = { op: 'invite', org_id: 'org-1', product: 'pro', by: 'ada' }
    expect(InviteChange.safeParse(change).success).toBe(false)
  })
})
