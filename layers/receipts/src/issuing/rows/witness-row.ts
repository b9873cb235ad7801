import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const witnessRow = rowKind({
  name: 'Witness of the log of a year',
  prefix: 'RECEIPTLOG#',
  keys: { pk: '<year>', sk: 'WITNESS' },
  owner: 'platform',
  keep: 'permanent',
  schema: z.object({
    key: z.string().describe('Verifier key of the witness, pinned at its first cosignature; other keys are refused'),
    size: z.int().describe('Size of the last cosigned checkpoint'),
    checkpoint: z
      .string()
      .optional()
      .describe('The last cosigned checkpoint with its signatures; absent in rows written before this field existed'),
  }),
})
