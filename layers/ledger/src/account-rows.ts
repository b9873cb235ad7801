import { rowKeys } from '@signet/kernel/row-kind'
import { allowanceRow } from './allowance-row.ts'

/** The balance of a billing account: one row, changed by conditional adds. */
export const balanceRow = rowKeys({
  name: 'Balance of an account',
  prefix: 'CR#',
  keys: { pk: '<account>', sk: 'BALANCE' },
  kept: 'for ever',
})

/** An entry of the ledger; entries of an account sort by time. */
export const entryRow = rowKeys({
  name: 'Ledger entry',
  prefix: 'CR#',
  keys: { pk: '<account>', sk: 'ENTRY#<at>#<type>#<ref>' },
  kept: 'for ever; never changed',
})

/** The mark of a posting. It makes a posting happen once. */
export const postedRow = rowKeys({
  name: 'Mark of a posting that happened',
  prefix: 'CR#',
  keys: { pk: '<account>', sk: 'POSTED#<type>#<ref>' },
  kept: 'for ever',
})

/** The mark that an account has counted for the community milestone. */
export const backerRow = rowKeys({
  name: 'Mark of a backer of the milestone',
  prefix: 'CR#',
  keys: { pk: '<account>', sk: 'BACKER' },
  kept: 'for ever',
})

/** The end of an account's grace. The index sorts these notes by the end. */
export const graceRow = rowKeys({
  name: 'End of a running grace',
  prefix: 'CR#',
  keys: { pk: '<account>', sk: 'GRACE' },
  index: { gsi1pk: 'GRACE#ends', gsi1sk: '<end>' },
  kept: 'until the grace is booked as expired',
})

/** Rows of the ledger, for the services that keep a ledger. */
export const accountRows = [balanceRow, entryRow, postedRow, backerRow, graceRow, allowanceRow] as const
