import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const logRow = rowKind({
  name: 'Log of the receipts of a year',
  prefix: 'RECEIPTLOG#',
  keys: { pk: '<year>', sk: 'STATE' },
  owner: 'platform',
  keep: 'permanent',
  schema: z.object({
    origin: z
      .string()
      .describe('Name of the log: its URL without the scheme. Never changes, even if the platform moves'),
    key: z.string().describe('Public key of the log, in base64'),
    size: z.int(),
    root: z.string(),
    intended: z
      .object({ size: z.int(), root: z.string() })
      .optional()
      .describe('The next checkpoint; no other is ever signed for this size'),
  }),
})
