import { chainRow } from './chain-row.ts'
import { leafRow } from './leaf-row.ts'
import { logRow } from './log-row.ts'
import { openingRow } from './opening-row.ts'
import { receiptKeyRow } from './receipt-key-row.ts'
import { receiptListRow } from './receipt-list-row.ts'
import { receiptRow } from './receipt-row.ts'
import { signingKeyRow } from './signing-key-row.ts'
import { witnessRow } from './witness-row.ts'

export const RECEIPT_ROWS = [
  chainRow,
  receiptRow,
  receiptListRow,
  receiptKeyRow,
  openingRow,
  signingKeyRow,
  leafRow,
  logRow,
  witnessRow,
] as const
