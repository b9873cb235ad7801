import { createLog, handleStep, systemClock, tableClient } from '@signet/kernel'
import { environmentOf } from '@signet/kernel/access'
import { accountTable, graceTable } from '@signet/ledger'
import { access } from '../contract/access.ts'
import { pledgeTable } from './pledge-table.ts'
import { bookPurchase, PurchaseEvent } from './purchases.ts'

const env = environmentOf(access.credits, process.env)
const deps = { db: tableClient(), table: env.TABLE_NAME, now: systemClock }

export const handler = handleStep(
  PurchaseEvent,
  bookPurchase({
    accounts: accountTable(deps),
    pledges: pledgeTable(deps),
    graces: graceTable(deps),
    now: systemClock,
    log: createLog({ fields: { function: 'imagegen-credits' } }),
  }),
)
