import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const witnessRow = rowKind({
  name: 'Witness of the log of a year',
  prefix: 'RECEIPTLOG#',
  keys: { pk: '<year>', sk: 'WITNESS' },
  owner: 'platform',
  keep: 'for ever',
  schema: z.object({
    key: z.string().describe('Its verifier key, as it was when it cosigned first: another one does not count'),
    size: z.int().describe('Size of the checkpoint that it cosigned last'),
    checkpoint: z.string().optional().describe('That checkpoint with its signatures; rows before have none'),
  }),
})
