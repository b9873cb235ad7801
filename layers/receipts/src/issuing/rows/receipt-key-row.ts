import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

/** Index entry of a receipt by its idempotency key. It prevents a second receipt with the same key. */
export const receiptKeyRow = rowKind({
  name: 'Receipt by idempotency key',
  prefix: 'RECEIPTKEY#',
  keys: { pk: '<org>', sk: '<key>' },
  owner: 'organization',
  erasure: { none: 'contains no personal data' },
  exported: { none: 'an index of the receipts' },
  keep: 'permanent',
  schema: z.object({ hash: z.string() }),
})
