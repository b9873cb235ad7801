import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { rowKey } from '@signet/kernel'
import type { Account } from '@signet/ledger'
import { balanceRow } from '@signet/ledger/rows'
import { newAccount } from '../../layers/ledger/src/account.ts'
import { WELCOME_CREDITS } from '../../layers/ledger/src/plans.ts'
import { newTenant, table } from './keys.ts'
import { testStack } from './test-stack.ts'

/** Creates a tenant whose account has these members. */
export const tenantWith = async (members: Partial<Account>) => {
  const tenant = await newTenant()
  const { id: _id, ...opened } = newAccount(tenant.tenantId, new Date(), WELCOME_CREDITS)
  const total =
    Number(members.welcome ?? opened.welcome) + Number(members.purchased ?? 0) + Number(members.subscription ?? 0)
  const Item = {
    ...rowKey(balanceRow, { account: tenant.tenantId }),
    ...opened,
    issued: total,
    base: total,
    ...members,
  }
  await table().send(new PutCommand({ TableName: testStack().table, Item }))
  return tenant
}
