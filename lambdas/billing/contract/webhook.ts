import { endpoint } from '@signet/contracts'
import * as z from 'zod'

export const receiveStripeEvent = endpoint({
  name: 'receiveStripeEvent',
  summary: 'Events of Stripe',
  description:
    'Takes events of Stripe, signed with the secret of the endpoint there (docs.stripe.com/webhooks). What they are about is read again before anything changes, so they may come late, twice and in any order.',
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
    200: { description: 'It is kept, or was before', schema: z.object({ received: z.literal(true) }) },
  },
  errors: [
    { code: 'bad_signature', status: 400, description: 'The body is not signed as it must be, or too long ago.' },
    { code: 'foreign_mode', status: 400, description: 'The event is of the other mode, test or live.' },
    'unavailable',
  ],
})
