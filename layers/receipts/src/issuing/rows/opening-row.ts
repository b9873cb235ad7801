import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { receiptListRow } from './receipt-list-row.ts'

/** Value of `until` for an opening that never expires. */
export const NEVER_EXPIRES = '9999-12-31T23:59:59.000Z'

/** Opening of the private claims of a receipt. Erased with the data that the claims describe; the receipt remains. */
export const openingRow = rowKind({
  name: 'Opening of the private claims of a receipt',
  prefix: 'RECEIPTOPENING#',
  keys: { pk: '<hash>', sk: 'OPENING' },
  owner: 'organization',
  within: [receiptListRow],
  exported: { none: 'exported with its receipt' },
  keep: { until: 'until' },
  retention: 'as long as the data that the claims describe',
  schema: z.object({
    org: z.string(),
    salt: z.string(),
    claims: z.string().describe('Claims as canonical JSON'),
    until: z.string(),
  }),
})
