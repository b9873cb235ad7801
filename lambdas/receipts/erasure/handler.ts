import { erasureFunction } from '@signet/erasure'
import { RECEIPT_ROWS } from '@signet/receipts/rows'
import { access } from '../contract/access.ts'
import { receiptRecords } from './receipt-records.ts'

export const handler = erasureFunction('receipts', {
  access: access.erasure,
  variables: process.env,
  kinds: RECEIPT_ROWS,
  special: receiptRecords,
})
