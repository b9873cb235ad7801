import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

/*
 * Ids of the payment processor are of its test mode or of its live mode, and so are the rows that name them: a stage whose
 * key is exchanged finds nothing of the other mode.
 */

/** Modes of the payment processor. Rows of a mode that a deployment does not use any more are kept. */
export const MODES = { mode: ['live', 'test'] } as const

export const customerRow = rowKind({
  name: 'Organization as a customer of the payment processor',
  prefix: 'BILLING#',
  keys: { pk: '<mode>#<org>', sk: 'CUSTOMER' },
  owner: 'organization',
  within: MODES,
  erasure: { by: 'the customer is deleted at the payment processor, and its id in the row' },
  exported: { file: 'customer', without: ['customer_id', 'generation'] },
  keep: 'for ever',
  schema: z.object({
    org_id: z.string(),
    customer_id: z.string().nullable().describe('null: it was deleted there'),
    generation: z.int().describe('How many it had before'),
    has_saved_card: z.boolean(),
    created_at: z.string(),
  }),
})

export const checkoutRow = rowKind({
  name: 'Checkout page that is open',
  prefix: 'BILLING#',
  keys: { pk: '<mode>#<org>', sk: 'CHECKOUT#<product>' },
  owner: 'organization',
  within: MODES,
  erasure: { none: 'ends with its customer' },
  exported: { none: 'a page of the payment processor' },
  keep: { until: 'expires_at' },
  schema: z.object({ session_id: z.string(), product: z.string(), expires_at: z.string() }),
})

/** A subscription as last read; times are ISO 8601 UTC. */
const knownSubscription = z.object({
  id: z.string(),
  product: z.string().nullable(),
  status: z.string(),
  created_at: z.string(),
  period_start: z.string(),
  period_end: z.string(),
  ends_at: z.string().nullable(),
})

export const planRow = rowKind({
  name: 'Subscriptions of an organization, as last projected',
  prefix: 'BILLING#',
  keys: { pk: '<mode>#<org>', sk: 'PLAN' },
  owner: 'organization',
  within: MODES,
  erasure: { none: 'names only the id of an account' },
  exported: { file: 'plan', without: ['version'] },
  keep: 'for ever',
  schema: z.object({
    org_id: z.string(),
    version: z.int().describe('Grows with every change; who writes has read the one before'),
    as_of: z.string().describe('When it was projected; grows with the version'),
    subscriptions: z.array(knownSubscription).describe('Those that have not ended'),
    sku: z.string().nullable().describe('What the tier comes from'),
    source: z.enum(['subscription', 'override', 'comp']),
    period_start: z.string().optional(),
    period_end: z.string().optional(),
    ends_at: z.string().optional(),
    override: z
      .object({ sku: z.string(), source: z.enum(['override', 'comp']), ends_at: z.string().optional() })
      .optional()
      .describe('What an operator had given when a payment took its place'),
  }),
})

export const purchaseRow = rowKind({
  name: 'Something bought once',
  prefix: 'BILLING#',
  keys: { pk: '<mode>#<org>', sk: 'PURCHASE#<payment>' },
  owner: 'organization',
  within: MODES,
  erasure: { none: 'names only the id of an account' },
  exported: { file: 'purchases' },
  keep: 'for ever',
  schema: z.object({ payment_id: z.string(), product: z.string(), cents: z.int(), paid_at: z.string() }),
})

/** A month of a plan whose money went back at least once. */
export const reversedMonthRow = rowKind({
  name: 'Month of a plan whose money went back',
  prefix: 'BILLING#',
  keys: { pk: '<mode>#<org>', sk: 'MONTH#<invoice>' },
  owner: 'organization',
  within: MODES,
  erasure: { none: 'names only the id of an account' },
  exported: { file: 'reversed-months', without: ['turn'] },
  keep: 'for ever',
  schema: z.object({
    invoice_id: z.string(),
    subscription_id: z.string(),
    plan: z.enum(['pro', 'agency']).describe('Of the image service'),
    cents: z.int().describe('What was paid for it'),
    period_start: z.string(),
    period_end: z.string(),
    is_reversed: z.boolean().describe('Whether all that was paid for it is away now'),
    turn: z.int().describe('How often that has changed; who writes has read the one before'),
    found_at: z.string().describe('When it last changed, as far as was seen'),
  }),
})

export const reversalRow = rowKind({
  name: 'Refund or dispute that was booked',
  prefix: 'BILLING#',
  keys: { pk: '<mode>#<org>', sk: 'REVERSAL#<id>' },
  owner: 'organization',
  within: MODES,
  erasure: { none: 'names only the id of an account' },
  exported: { file: 'refunds' },
  keep: 'for ever',
  schema: z.object({ id: z.string(), credits: z.int(), cents: z.int(), booked_at: z.string() }),
})
