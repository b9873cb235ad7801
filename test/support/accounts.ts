import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { rowKey } from '@signet/kernel'
import type { Account } from '@signet/ledger'
import { balanceRow } from '@signet/ledger/rows'
import { newAccount } from '../../layers/ledger/src/account.ts'
import { WELCOME_CREDITS } from '../../layers/ledger/src/plans.ts'
import { newTenant, table } from './keys.ts'
import { testStack } from './test-stack.ts'

/** Creates a tenant whose account has these fields. */
export const tenantWith = async (accountFields: Partial<Account>) => {
  const tenant = await newTenant()
  const { id: _id, ...initialAccount } = newAccount(tenant.tenantId, new Date(), WELCOME_CREDITS)
  const total =
    Number(accountFields.welcome ?? initialAccount.welcome) +
    Number(accountFields.purchased ?? 0) +
    Number(accountFields.subscription ?? 0)
  const Item = {
    ...rowKey(balanceRow, { account: tenant.tenantId }),
    ...initialAccount,
    issued: total,
    base: total,
    ...accountFields,
  }
  await table().send(new PutCommand({ TableName: testStack().table, Item }))
  return tenant
}
