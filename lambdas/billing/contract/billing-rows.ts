import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

/*
 * IDs of the payment processor belong to its test mode or its live mode, and so do the rows that contain them. After a
 * stage switches to a key of the other mode, it does not find rows of the former mode.
 */

/** Modes of the payment processor. Rows of a mode that a deployment no longer uses are retained. */
export const MODES = { mode: ['live', 'test'] } as const

export const customerRow = rowKind({
  name: 'Customer of the payment processor',
  prefix: 'BILLING#',
  keys: { pk: '<mode>#<org>', sk: 'CUSTOMER' },
  owner: 'organization',
  within: MODES,
  erasure: { by: 'deletes the customer at the payment processor, and its ID in the row' },
  exported: { file: 'customer', without: ['customer_id', 'generation'] },
  keep: 'permanent',
  schema: z.object({
    org_id: z.string(),
    customer_id: z.string().nullable().describe('Customer ID; null if the customer was deleted at the processor'),
    generation: z.int().describe('Number of customers that the organization had before'),
    has_saved_card: z.boolean(),
    created_at: z.string(),
  }),
})

export const checkoutRow = rowKind({
  name: 'Open checkout page',
  prefix: 'BILLING#',
  keys: { pk: '<mode>#<org>', sk: 'CHECKOUT#<product>' },
  owner: 'organization',
  within: MODES,
  erasure: { none: 'expires with the deletion of its customer' },
  exported: { none: 'refers to a page of the payment processor' },
  keep: { until: 'expires_at' },
  schema: z.object({ session_id: z.string(), product: z.string(), expires_at: z.string() }),
})

/** A subscription as of the last query; times are ISO 8601 UTC. */
const storedSubscription = z.object({
  id: z.string(),
  product: z.string().nullable(),
  status: z.string(),
  created_at: z.string(),
  period_start: z.string(),
  period_end: z.string(),
  ends_at: z.string().nullable(),
})

export const planRow = rowKind({
  name: 'Plan and subscriptions of an organization',
  prefix: 'BILLING#',
  keys: { pk: '<mode>#<org>', sk: 'PLAN' },
  owner: 'organization',
  within: MODES,
  erasure: { none: 'contains only the ID of an account' },
  exported: { file: 'plan', without: ['version'] },
  keep: 'permanent',
  schema: z.object({
    org_id: z.string(),
    version: z.int().describe('Incremented with every change; a write is conditional on the version it read'),
    as_of: z.string().describe('Time of the last update; increases with the version'),
    subscriptions: z.array(storedSubscription).describe('Subscriptions that have not ended'),
    sku: z.string().nullable().describe('Product that provides the tier'),
    source: z.enum(['subscription', 'override', 'comp']),
    period_start: z.string().optional(),
    period_end: z.string().optional(),
    ends_at: z.string().optional(),
    override: z
      .object({ sku: z.string(), source: z.enum(['override', 'comp']), ends_at: z.string().optional() })
      .optional()
      .describe('Tier that an operator had granted before a payment replaced it'),
  }),
})

export const purchaseRow = rowKind({
  name: 'One-time purchase',
  prefix: 'BILLING#',
  keys: { pk: '<mode>#<org>', sk: 'PURCHASE#<payment>' },
  owner: 'organization',
  within: MODES,
  erasure: { none: 'contains only the ID of an account' },
  exported: { file: 'purchases' },
  keep: 'permanent',
  schema: z.object({ payment_id: z.string(), product: z.string(), cents: z.int(), paid_at: z.string() }),
})

/** A month of a plan that was refunded or disputed at least once. */
export const reversedMonthRow = rowKind({
  name: 'Refunded or disputed month of a plan',
  prefix: 'BILLING#',
  keys: { pk: '<mode>#<org>', sk: 'MONTH#<invoice>' },
  owner: 'organization',
  within: MODES,
  erasure: { none: 'contains only the ID of an account' },
  exported: { file: 'reversed-months', without: ['turn'] },
  keep: 'permanent',
  schema: z.object({
    invoice_id: z.string(),
    subscription_id: z.string(),
    plan: z.enum(['pro', 'agency']).describe('Plan of the image service'),
    cents: z.int().describe('Amount paid for the month, in US cents'),
    period_start: z.string(),
    period_end: z.string(),
    is_reversed: z.boolean().describe('True if the full amount is currently refunded or disputed'),
    turn: z.int().describe('Number of changes of `is_reversed`; a write is conditional on the value it read'),
    found_at: z.string().describe('Time at which the last change was detected'),
  }),
})

export const reversalRow = rowKind({
  name: 'Booked refund or dispute',
  prefix: 'BILLING#',
  keys: { pk: '<mode>#<org>', sk: 'REVERSAL#<id>' },
  owner: 'organization',
  within: MODES,
  erasure: { none: 'contains only the ID of an account' },
  exported: { file: 'refunds' },
  keep: 'permanent',
  schema: z.object({ id: z.string(), credits: z.int(), cents: z.int(), booked_at: z.string() }),
})
