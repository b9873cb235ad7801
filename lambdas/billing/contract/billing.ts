import { endpoint } from '@signet/contracts'
import { PLATFORM_TIERS } from '@signet/ledger/tiers'
import * as z from 'zod'

const tags = ['billing']

const tier = () => z.enum(PLATFORM_TIERS)

/** Where the browser goes next. */
const Address = z.object({ url: z.url().describe('Where the browser goes next') })

export const getBilling = endpoint({
  name: 'getBilling',
  summary: 'What the organisation pays for',
  description:
    'The tier of the organisation, where it comes from, and its subscriptions as they were last told of. Changes at the payment processor show within seconds.',
  tags,
  route: 'GET /api/billing',
  authority: 'authenticated',
  responses: {
    200: {
      description: 'As it is known now',
      schema: z.object({
        tier: tier(),
        plan: z.string().nullable().describe('What the tier comes from: pro, agency or team; null: nothing'),
        source: z.enum(['subscription', 'override', 'comp']).nullable().describe('Who gave it; null: nobody'),
        renewsAt: z.iso.datetime().nullable().describe('End of the paid period, after which the next is paid'),
        endsAt: z.iso.datetime().nullable().describe('From then on the organisation is free; null: it goes on'),
        isPastDue: z.boolean().describe('A payment has failed and is being tried again'),
        hasSavedCard: z.boolean(),
        credits: z
          .object({
            balance: z.int().min(0).describe('Credits of the image service that can be spent now'),
            held: z.int().min(0).describe('Set aside for images that are being made'),
          })
          .describe('What the organisation has at the image service'),
        mayManage: z.boolean().describe('Whether the caller may buy and end: owners and admins'),
        subscriptions: z
          .array(
            z.object({
              productKey: z.string().nullable(),
              status: z.string().describe('As the payment processor names it'),
              renewsAt: z.iso.datetime(),
              endsAt: z.iso.datetime().nullable(),
            }),
          )
          .describe('Those that have not ended'),
        products: z.array(z.string()).describe('What POST /api/billing/checkout takes as productKey'),
      }),
    },
  },
  errors: ['unavailable'],
})

export const startCheckout = endpoint({
  name: 'startCheckout',
  summary: 'Buy something',
  description:
    'Opens the page on which it is paid (spec platform-api 4.10). Without a productKey it is the Pro plan. An open page of the same product is given again. CISO products are for invited organisations; the CTO consultation is arranged in person.',
  tags,
  route: 'POST /api/billing/checkout',
  authority: 'authenticated',
  rate: { requests: 10, window: '1h', by: 'user' },
  request: {
    body: z.strictObject({
      productKey: z.string().max(100).optional().describe('What is bought; left out: the Pro plan'),
    }),
    maxBodyBytes: 4_096,
  },
  responses: { 200: { description: 'The page is open', schema: Address } },
  errors: [
    {
      code: 'unknown_product',
      status: 400,
      description: 'There is no such product; `accepted` lists those there are.',
    },
    'forbidden',
    { code: 'invite_required', status: 403, description: 'The product is for organisations that were invited to it.' },
    { code: 'product_gated', status: 403, description: 'The product has no price and is arranged in person.' },
    {
      code: 'already_subscribed',
      status: 409,
      description: 'The organisation has a plan already; `currentTier` says which tier it gives.',
    },
    'upstream_failed',
    'unavailable',
  ],
})

export const openPortal = endpoint({
  name: 'openPortal',
  summary: 'Invoices and cards',
  description:
    'Opens the page of the payment processor on which cards are changed, invoices are read and subscriptions are ended (spec platform-api 4.10).',
  tags,
  route: 'POST /api/billing/portal',
  authority: 'authenticated',
  rate: { requests: 60, window: '1h', by: 'user' },
  responses: { 200: { description: 'The page is open', schema: Address } },
  errors: [
    'forbidden',
    { code: 'no_stripe_customer', status: 422, description: 'The organisation has never bought anything.' },
    'upstream_failed',
    'unavailable',
  ],
})

export const downgrade = endpoint({
  name: 'downgrade',
  summary: 'Go back to free',
  description:
    'Ends the plan: a paid one at the end of its period, any other at once (spec platform-api 3 and 4.10). Asking again changes nothing and answers the same. Other subscriptions, such as the hosting of trust pages, go on.',
  tags,
  route: 'POST /api/billing/downgrade',
  authority: 'authenticated',
  idempotent: true,
  rate: { requests: 5, window: '1h', by: 'user' },
  responses: {
    200: {
      description: 'It is, or will be, free',
      schema: z.object({
        ok: z.literal(true),
        previousTier: tier(),
        stripeAction: z
          .enum(['canceled', 'no_subscription', 'already_canceled'])
          .describe('What was to be done at the payment processor'),
        effectiveAt: z.iso.datetime().describe('From then on the organisation is free'),
        noop: z.boolean().describe('Whether it had been asked for before'),
      }),
    },
  },
  errors: [
    { code: 'already_free', status: 400, description: 'The organisation has no plan that could end.' },
    'forbidden',
    'upstream_failed',
    'unavailable',
  ],
})
