import { rowKeys, rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { allowanceRow } from './allowance-row.ts'

/**
 * The balance of a billing account: one row, changed by conditional adds. The index has accounts by the month in which their
 * balance moved last: the entry is written once a month.
 */
export const balanceRow = rowKeys({
  name: 'Balance of an account',
  prefix: 'CR#',
  keys: { pk: '<account>', sk: 'BALANCE' },
  index: { gsi1pk: 'MOVED#<month>', gsi1sk: '<account>' },
  owner: 'organization',
  erasure: { none: 'names only the id of an account' },
  exported: { file: 'balance', without: ['epoch', 'warned'] },
  kept: 'for ever',
})

export const statementRow = rowKind({
  name: 'Statement of a month of the ledger',
  prefix: 'CR#',
  keys: { pk: '<account>', sk: 'STATEMENT#<month>' },
  owner: 'organization',
  erasure: { none: 'names only the id of an account' },
  exported: { none: 'a sum of entries' },
  keep: 'for ever',
  schema: z.object({ month: z.string(), closing: z.int(), receipt: z.string() }),
})

export const entryRow = rowKeys({
  name: 'Ledger entry',
  prefix: 'CR#',
  keys: { pk: '<account>', sk: 'ENTRY#<at>#<type>#<ref>' },
  owner: 'organization',
  erasure: { none: 'names only the id of an account' },
  exported: { file: 'ledger' },
  kept: 'for ever; never changed',
})

/** The mark of a posting. It makes a posting happen once. */
export const postedRow = rowKeys({
  name: 'Mark of a posting that happened',
  prefix: 'CR#',
  keys: { pk: '<account>', sk: 'POSTED#<type>#<ref>' },
  owner: 'organization',
  erasure: { none: 'names only the id of an account' },
  exported: { none: 'a mark of an entry' },
  kept: 'for ever',
})

export const backerRow = rowKeys({
  name: 'Mark of a backer of the milestone',
  prefix: 'CR#',
  keys: { pk: '<account>', sk: 'BACKER' },
  owner: 'organization',
  erasure: { none: 'names only the id of an account' },
  exported: { none: 'a mark' },
  kept: 'for ever',
})

/** The credits that the reversal of a paid month took. They come back if the money does. */
export const reversedMonthCreditsRow = rowKeys({
  name: 'Credits taken with a month whose money went back',
  prefix: 'CR#',
  keys: { pk: '<account>', sk: 'TAKEN#<invoice>' },
  owner: 'organization',
  erasure: { none: 'names only the id of an account' },
  exported: { none: 'a part of an entry' },
  kept: 'for ever',
})

/** The end of an account's grace. The index sorts these notes by the end. */
export const graceRow = rowKeys({
  name: 'End of a running grace',
  prefix: 'CR#',
  keys: { pk: '<account>', sk: 'GRACE' },
  index: { gsi1pk: 'GRACE#ends', gsi1sk: '<end>' },
  owner: 'organization',
  erasure: { none: 'names only the id of an account' },
  exported: { none: 'a date of the balance' },
  kept: 'until the grace is booked as expired',
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
