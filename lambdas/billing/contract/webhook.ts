import { endpoint } from '@signet/contracts'
import * as z from 'zod'

export const receiveStripeEvent = endpoint({
  name: 'receiveStripeEvent',
  summary: 'Receive a Stripe event',
  description:
    'Accepts Stripe events that are signed with the secret of the Stripe endpoint (see docs.stripe.com/webhooks). The current object of an event is always fetched from Stripe, so events can arrive late, repeatedly and in any order.',
  tags: ['billing'],
  route: 'POST /api/billing/webhook',
  // The signature is the credential.
  authority: 'open',
  idempotent: true,
  request: {
    headers: z.object({ 'stripe-signature': z.string().max(2_000).optional().describe('Signature of the body') }),
    bodyType: 'bytes',
    mediaTypes: ['application/json'],
    maxBodyBytes: 262_144,
  },
  responses: {
    200: { description: 'The event is stored', schema: z.object({ received: z.literal(true) }) },
  },
  errors: [
    { code: 'bad_signature', status: 400, description: 'The signature is missing, invalid or too old.' },
    {
      code: 'foreign_mode',
      status: 400,
      description: 'The event was created in the other Stripe mode (test or live).',
    },
    'unavailable',
  ],
})
