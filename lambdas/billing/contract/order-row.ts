import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { MODES } from './billing-rows.ts'

/**
 * An order of credits on a saved card. Calls with the same idempotency key refer to the same order, without a time
 * limit.
 */
export const orderRow = rowKind({
  name: 'Order of credits on a saved card',
  prefix: 'PUR#',
  keys: { pk: '<mode>#<org>', sk: 'ORDER#<key>' },
  owner: 'organization',
  within: MODES,
  erasure: { none: 'contains only the ID of an account' },
  exported: { file: 'orders', without: ['key', 'customer', 'method', 'attempt', 'hour', 'day', 'spender'] },
  keep: 'permanent',
  schema: z.object({
    key: z.string().describe('Digest of the caller’s idempotency key'),
    product: z.enum(['agent-credits-500', 'agent-credits-1000']),
    state: z
      .enum(['started', 'pending', 'paid', 'declined'])
      .describe(
        'State of the order. started: the outcome of the charge is unknown; a call with the same key checks it',
      ),
    customer: z.string(),
    method: z.string().describe('Card ID at the payment processor'),
    attempt: z
      .int()
      .describe('Incremented when the processor has stored an error as its response to the idempotency key'),
    created_at: z.string(),
    hour: z.string().describe('Hour and day whose purchase limits the order counts against'),
    day: z.string(),
    payment_id: z.string().optional(),
    paid_at: z.string().optional(),
    reason: z.string().optional().describe('Reason of the decline, as reported by the processor'),
    client_id: z.string().optional().describe('Agent that placed the order, and its grant'),
    grant_id: z.string().optional(),
    spender: z
      .union([z.object({ grant: z.string() }), z.object({ key: z.string(), day: z.string() })])
      .optional()
      .describe('Budget that the credits were taken from: an agent’s grant, or a key’s day'),
  }),
})
