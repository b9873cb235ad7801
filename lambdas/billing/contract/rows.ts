import { accountRows } from '@signet/ledger/rows'
import { checkoutRow, customerRow, planRow, purchaseRow, reversalRow, reversedMonthRow } from './billing-rows.ts'
import { customerOrganisationRow } from './customer-organisation-row.ts'
import { inviteRow } from './invite-row.ts'
import { orderRow } from './order-row.ts'
import { webhookEventRow } from './webhook-row.ts'

export const rows = [
  customerRow,
  customerOrganisationRow,
  checkoutRow,
  planRow,
  purchaseRow,
  reversalRow,
  reversedMonthRow,
  orderRow,
  inviteRow,
  webhookEventRow,
  ...accountRows,
]
