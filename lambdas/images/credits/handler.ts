import { personalAccountCheck } from '@signet/identity'
import { invokedFunction, tableClient } from '@signet/kernel'
import { accountTable, graceTable, reversedMonthTable } from '@signet/ledger'
import { access } from '../contract/access.ts'
import { pledgeTable } from './pledge-table.ts'
import { bookPurchase, PurchaseEvent } from './purchases.ts'

export const handler = invokedFunction({
  name: 'images-credits',
  access: access.credits,
  variables: process.env,
  clients: { db: tableClient() },
  input: PurchaseEvent,
  ids: (event) => ('account_id' in event ? { tenant_id: event.account_id } : {}),
  build: (runtime) =>
    bookPurchase({
      ...runtime,
      accounts: accountTable({ ...runtime, isOwnAccount: personalAccountCheck(runtime) }),
      pledges: pledgeTable(runtime),
      graces: graceTable(runtime),
      reversedMonths: reversedMonthTable(runtime),
    }),
})
