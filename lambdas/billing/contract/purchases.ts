import { endpoint } from '@signet/contracts'
import * as z from 'zod'

/** Credit packs that agents may buy (spec image-service 4.9). */
export const PackIds = ['agent-credits-500', 'agent-credits-1000'] as const

export const Purchase = z
  .object({
    packId: z.enum(PackIds),
    credits: z.int().describe('Credits in the pack'),
    cents: z.int().describe('Price of the pack in US cents'),
    currency: z.literal('usd'),
    status: z
      .enum(['completed', 'pending'])
      .describe(
        'Outcome of the purchase. `pending`: the bank has not decided yet. Repeat the request with the same idempotency key, or check the balance later.',
      ),
    paymentId: z.string().describe('Payment ID at the payment processor'),
    paidAt: z.iso.datetime().nullable().describe('Payment time; null while the payment is pending'),
  })
  .meta({ id: 'Purchase' })
export type Purchase = z.infer<typeof Purchase>

export const buyCredits = endpoint({
  name: 'buyCredits',
  summary: 'Buy credits with the saved card',
  description:
    'Charges the saved card of the organization, without a payment page, and adds the credits to the balance. Repeated requests with the same `idempotencyKey` return the outcome of the first one; the card is charged once. Available to owners and admins, and to API keys and agents that are permitted to make purchases; the credits count against their budget. An organization can make five purchases per hour, up to the daily limit of the deployment.',
  tags: ['billing'],
  route: 'POST /api/billing/purchases',
  authority: 'scope:billing:write',
  rate: { requests: 30, window: '1h', by: 'user' },
  idempotent: true,
  request: {
    body: z.strictObject({
      packId: z
        .enum(PackIds)
        .describe(
          'Credit pack. `agent-credits-500`: 500 credits for 12.50 USD. `agent-credits-1000`: 1,000 credits for 20.00 USD.',
        ),
      idempotencyKey: z
        .string()
        .min(1)
        .max(255)
        .describe('Idempotency key. Repeated requests with the same idempotency key do not charge the card again.'),
    }),
    maxBodyBytes: 4_096,
  },
  responses: {
    200: {
      description: 'The purchase. If `status` is `pending`, the credits have not been added yet.',
      schema: Purchase,
      headers: {
        'idempotent-replayed': {
          description: '`true` if an earlier request with this idempotency key made the purchase',
          schema: z.string().optional(),
        },
        'cache-control': { description: 'no-store', schema: z.string() },
      },
    },
  },
  errors: [
    'forbidden',
    {
      code: 'no_saved_card',
      status: 402,
      description: 'The organization has no saved card. A user must first buy credits at `url`, which saves the card.',
    },
    {
      code: 'card_declined',
      status: 402,
      description:
        'The bank declined the card; see `reason`. The card was not charged. Retry with a new idempotency key.',
    },
    {
      code: 'authentication_required',
      status: 402,
      description: 'The bank requires authentication. A user must pay at `url`. The card was not charged.',
    },
    {
      code: 'purchase_mismatch',
      status: 409,
      description: 'The idempotency key was already used for another pack; see `packId`.',
    },
    {
      code: 'budget_exhausted',
      status: 429,
      description: "The pack has more credits than the agent's remaining budget.",
    },
    {
      code: 'key_budget_exhausted',
      status: 429,
      description: "The pack has more credits than the API key's remaining budget for this UTC day; see `Retry-After`.",
    },
    {
      code: 'purchase_limit_reached',
      status: 429,
      description: 'The hourly or daily purchase limit has been reached; see `Retry-After`.',
    },
    'upstream_failed',
    'unavailable',
  ],
})
