import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const chainRow = rowKind({
  name: 'End of the chain of receipts of an organization',
  prefix: 'RECEIPTCHAIN#',
  keys: { pk: '<org>', sk: 'HEAD' },
  owner: 'organization',
  erasure: { none: 'contains no personal data' },
  exported: { none: 'the last receipt is exported' },
  keep: 'permanent',
  schema: z.object({
    seq: z.int(),
    head: z.string().describe('Hash of the last receipt'),
    at: z.string().describe('Issue time of the last receipt; later receipts are never older'),
  }),
})
