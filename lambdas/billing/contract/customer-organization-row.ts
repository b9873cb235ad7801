import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { MODES } from './billing-rows.ts'

export const customerOrganizationRow = rowKind({
  name: 'Organization of a customer of the payment processor',
  prefix: 'STRIPE#',
  keys: { pk: '<mode>#<customer>', sk: 'ORGANIZATION' },
  owner: 'organization',
  within: MODES,
  erasure: { none: 'the customer does not exist any more' },
  exported: { none: 'an id of the payment processor' },
  keep: 'for ever',
  schema: z.object({ customer_id: z.string(), org_id: z.string(), created_at: z.string() }),
})
