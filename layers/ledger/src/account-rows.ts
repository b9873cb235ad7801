import { rowKeys, rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { allowanceRow } from './allowance-row.ts'

/**
 * The balance of a billing account: one row, changed by conditional adds. The index lists accounts by the month in
 * which their balance last changed; the entry is written once per month.
 */
export const balanceRow = rowKeys({
  name: 'Balance of an account',
  prefix: 'CR#',
  keys: { pk: '<account>', sk: 'BALANCE' },
  index: { gsi1pk: 'MOVED#<month>', gsi1sk: '<account>' },
  owner: 'organization',
  erasure: { none: 'contains only the ID of an account' },
  exported: { file: 'balance', without: ['epoch', 'warned'] },
  retention: 'permanent',
})

export const statementRow = rowKind({
  name: 'Monthly statement of the ledger',
  prefix: 'CR#',
  keys: { pk: '<account>', sk: 'STATEMENT#<month>' },
  owner: 'organization',
  erasure: { none: 'contains only the ID of an account' },
  exported: { none: 'sums up ledger entries' },
  keep: 'permanent',
  schema: z.object({ month: z.string(), closing: z.int(), receipt: z.string() }),
})

export const entryRow = rowKeys({
  name: 'Ledger entry',
  prefix: 'CR#',
  keys: { pk: '<account>', sk: 'ENTRY#<at>#<type>#<ref>' },
  owner: 'organization',
  erasure: { none: 'contains only the ID of an account' },
  exported: { file: 'ledger' },
  retention: 'permanent; never changed',
})

/** The mark that makes a posting happen only once. */
export const postedRow = rowKeys({
  name: 'Mark of a completed posting',
  prefix: 'CR#',
  keys: { pk: '<account>', sk: 'POSTED#<type>#<ref>' },
  owner: 'organization',
  erasure: { none: 'contains only the ID of an account' },
  exported: { none: 'marks a ledger entry' },
  retention: 'permanent',
})

/** Marks an account that bought a credit pack or an Agency plan, and so counts toward the community milestone once. */
export const backerRow = rowKeys({
  name: 'Mark of a milestone backer',
  prefix: 'CR#',
  keys: { pk: '<account>', sk: 'BACKER' },
  owner: 'organization',
  erasure: { none: 'contains only the ID of an account' },
  exported: { none: 'a mark' },
  retention: 'permanent',
})

/** The credits taken by the reversal of a paid month. They are restored if the money comes back. */
export const reversedMonthCreditsRow = rowKeys({
  name: 'Credits taken by the reversal of a paid month',
  prefix: 'CR#',
  keys: { pk: '<account>', sk: 'TAKEN#<invoice>' },
  owner: 'organization',
  erasure: { none: 'contains only the ID of an account' },
  exported: { none: 'part of a ledger entry' },
  retention: 'permanent',
})

/** The end of an account's grace period. The index sorts these rows by it. */
export const graceRow = rowKeys({
  name: 'End of a running grace period',
  prefix: 'CR#',
  keys: { pk: '<account>', sk: 'GRACE' },
  index: { gsi1pk: 'GRACE#ends', gsi1sk: '<end>' },
  owner: 'organization',
  erasure: { none: 'contains only the ID of an account' },
  exported: { none: 'a date of the balance' },
  retention: 'until the grace credits are booked as expired',
})

export const accountRows = [
  balanceRow,
  entryRow,
  statementRow,
  postedRow,
  backerRow,
  reversedMonthCreditsRow,
  graceRow,
  allowanceRow,
] as const
