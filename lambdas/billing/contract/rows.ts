import { accountRows } from '@signet/ledger/rows'
import { checkoutRow, customerRow, planRow, purchaseRow, reversalRow, reversedMonthRow } from './billing-rows.ts'
import { customerOrganizationRow } from './customer-organization-row.ts'
import { inviteRow } from './invite-row.ts'
import { orderRow } from './order-row.ts'
import { webhookEventRow } from './webhook-row.ts'

export const rows = [
  customerRow,
  customerOrganizationRow,
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
