import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const customerOrganisationRow = rowKind({
  name: 'Organisation of a customer of the payment processor',
  prefix: 'STRIPE#',
  keys: { pk: '<mode>#<customer>', sk: 'ORGANISATION' },
  keep: 'for ever',
  schema: z.object({ customer_id: z.string(), org_id: z.string(), created_at: z.string() }),
})
