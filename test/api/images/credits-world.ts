import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { rowKey } from '@signet/kernel'
import type { Account } from '@signet/ledger'
import { balanceRow } from '@signet/ledger/rows'
import { table } from '../../support/keys.ts'
import { testStack } from '../../support/test-stack.ts'

/** The billing account of a tenant; undefined before it is opened. */
export const balanceOf = async (id: string): Promise<Account | undefined> => {
  const { Item } = await table().send(
    new GetCommand({ TableName: testStack().table, Key: rowKey(balanceRow, { account: id }) }),
  )
  return Item as Account | undefined
}
