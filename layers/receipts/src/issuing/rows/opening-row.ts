import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { receiptListRow } from './receipt-list-row.ts'

/** What an opening without an end is kept until. */
export const NEVER = '9999-12-31T23:59:59.000Z'

/** What proves the private claims of a receipt. It goes with what they describe, and the receipt stays. */
export const openingRow = rowKind({
  name: 'Opening of the private claims of a receipt',
  prefix: 'RECEIPTOPENING#',
  keys: { pk: '<hash>', sk: 'OPENING' },
  owner: 'organization',
  within: [receiptListRow],
  exported: { none: 'exported with its receipt' },
  keep: { until: 'until' },
  kept: 'as long as what they describe',
  schema: z.object({
    org: z.string(),
    salt: z.string(),
    claims: z.string().describe('As canonical JSON'),
    until: z.string(),
  }),
})
