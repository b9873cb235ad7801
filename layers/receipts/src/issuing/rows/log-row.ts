import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const logRow = rowKind({
  name: 'Log of the receipts of a year',
  prefix: 'RECEIPTLOG#',
  keys: { pk: '<year>', sk: 'STATE' },
  owner: 'platform',
  keep: 'for ever',
  schema: z.object({
    origin: z.string().describe('Its address without the scheme; it stays when the platform moves'),
    key: z.string().describe('The public key that signs it, in base64'),
    size: z.int(),
    root: z.string(),
    intended: z
      .object({ size: z.int(), root: z.string() })
      .optional()
      .describe('The next checkpoint: no other is ever signed for this size'),
  }),
})
