import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { MODES } from './billing-rows.ts'

/** An order of credits on a saved card. It makes a repeated call the same order, without a time limit. */
export const orderRow = rowKind({
  name: 'Credits that a saved card was charged for',
  prefix: 'PUR#',
  keys: { pk: '<mode>#<org>', sk: 'ORDER#<key>' },
  owner: 'organization',
  within: MODES,
  erasure: { none: 'names only the id of an account' },
  exported: { file: 'orders', without: ['key', 'customer', 'method', 'attempt', 'hour', 'day', 'spender'] },
  keep: 'for ever',
  schema: z.object({
    key: z.string().describe('Digest of the caller’s idempotency key'),
    product: z.enum(['agent-credits-500', 'agent-credits-1000']),
    state: z
      .enum(['started', 'pending', 'paid', 'declined'])
      .describe('started: what became of the charge is not known, and the same key asks again'),
    customer: z.string(),
    method: z.string().describe('The card, as the payment processor names it'),
    attempt: z.int().describe('Grows when the processor has kept an error for an answer'),
    created_at: z.string(),
    hour: z.string().describe('The hour and the day on whose limits it counts'),
    day: z.string(),
    payment_id: z.string().optional(),
    paid_at: z.string().optional(),
    reason: z.string().optional().describe('Why it was declined, in the processor’s words'),
    client_id: z.string().optional().describe('The agent that ordered, and the grant by which it was let in'),
    grant_id: z.string().optional(),
    spender: z
      .union([z.object({ grant: z.string() }), z.object({ key: z.string(), day: z.string() })])
      .optional()
      .describe('Whose budget the credits were taken from: an agent’s grant, or a key’s day'),
  }),
})
