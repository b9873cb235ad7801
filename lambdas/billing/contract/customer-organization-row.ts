import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { MODES } from './billing-rows.ts'

export const customerOrganizationRow = rowKind({
  name: 'Organization of a payment processor customer',
  prefix: 'STRIPE#',
  keys: { pk: '<mode>#<customer>', sk: 'ORGANIZATION' },
  owner: 'organization',
  within: MODES,
  erasure: { none: 'the customer no longer exists' },
  exported: { none: 'contains an ID of the payment processor' },
  keep: 'permanent',
  schema: z.object({ customer_id: z.string(), org_id: z.string(), created_at: z.string() }),
})
