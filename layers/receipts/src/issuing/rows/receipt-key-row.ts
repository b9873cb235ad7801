import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

/** That a receipt was issued for what its domain calls so: there is no second one. */
export const receiptKeyRow = rowKind({
  name: 'Receipt of what its domain calls by a key',
  prefix: 'RECEIPTKEY#',
  keys: { pk: '<org>', sk: '<key>' },
  owner: 'organization',
  erasure: { none: 'names nobody' },
  exported: { none: 'an index of the receipts' },
  keep: 'for ever',
  schema: z.object({ hash: z.string() }),
})
