import { endpoint } from '@signet/contracts'
import { PLATFORM_TIERS } from '@signet/ledger/tiers'
import * as z from 'zod'

const tags = ['billing']

const tier = () => z.enum(PLATFORM_TIERS)

const Address = z.object({ url: z.url().describe('Next address for the browser') })

export const getBilling = endpoint({
  name: 'getBilling',
  summary: 'Get plan and payments',
  description:
    'The tier of the organization, its source, and its subscriptions as last reported. Changes at the payment processor show within seconds.',
  tags,
  route: 'GET /api/billing',
  authority: 'scope:billing:read',
  responses: {
    200: {
      description: 'The present state',
      schema: z.object({
        tier: tier(),
        plan: z.string().nullable().describe('Product behind the tier: pro, agency or team; null: none'),
        source: z.enum(['subscription', 'override', 'comp']).nullable().describe('Source of the plan; null: none'),
        renewsAt: z.iso.datetime().nullable().describe('End of the paid period, when the next one is charged'),
        endsAt: z.iso.datetime().nullable().describe('End of the plan; null: it continues'),
        isPastDue: z.boolean().describe('A payment has failed and is being retried'),
        hasSavedCard: z.boolean(),
        credits: z
          .object({
            balance: z.int().min(0).describe('Available credits of the image service'),
            held: z.int().min(0).describe('Reserved for images in progress'),
          })
          .describe('Plan at the image service'),
        mayManage: z.boolean().describe('Whether the caller may buy and end: owners and admins'),
        subscriptions: z
          .array(
            z.object({
              productKey: z.string().nullable(),
              status: z.string().describe('Status in the processor’s words'),
              renewsAt: z.iso.datetime(),
              endsAt: z.iso.datetime().nullable(),
            }),
          )
          .describe('Subscriptions that have not ended'),
        products: z.array(z.string()).describe('Values of productKey in POST /api/billing/checkout'),
      }),
    },
  },
  errors: ['unavailable'],
})

export const startCheckout = endpoint({
  name: 'startCheckout',
  summary: 'Open a checkout',
  description:
    'Opens a payment page (spec platform-api 4.10). The default product is the Pro plan. An open page of the same product is returned again. CISO products are for invited organizations; the CTO consultation is arranged in person. A key with a daily budget cannot open one.',
  tags,
  route: 'POST /api/billing/checkout',
  authority: 'scope:billing:write',
  rate: { requests: 10, window: '1h', by: 'user' },
  request: {
    body: z.strictObject({
      // Of any type: whatever is no product gets the list of those there are.
      productKey: z
        .unknown()
        .optional()
        .describe('The product, a text of GET /api/billing products; default: the Pro plan'),
    }),
    maxBodyBytes: 4_096,
  },
  responses: { 200: { description: 'The page is open', schema: Address } },
  errors: [
    {
      code: 'unknown_product',
      status: 400,
      description: 'There is no such product; `accepted` lists the products.',
    },
    'forbidden',
    { code: 'invite_required', status: 403, description: 'The product is for invited organizations.' },
    { code: 'product_gated', status: 403, description: 'The product has no price and is arranged in person.' },
    {
      code: 'already_subscribed',
      status: 409,
      description: 'The organization has a plan already; `currentTier` is its tier.',
    },
    'upstream_failed',
    'unavailable',
  ],
})

export const listInvoices = endpoint({
  name: 'listInvoices',
  summary: 'List invoices',
  description:
    'The last 24 invoices of the organization, newest first, for owners and admins. Plans are invoiced; credits that are bought once are in the statement of the account.',
  tags,
  route: 'GET /api/billing/invoices',
  authority: 'scope:billing:read',
  rate: { requests: 60, window: '1h', by: 'user' },
  responses: {
    200: {
      description: 'The invoices; none for an organization that never had a plan',
      schema: z.object({
        invoices: z.array(
          z.object({
            id: z.string(),
            date: z.iso.datetime(),
            amount: z.int().describe('Total, in the smallest unit of the currency'),
            currency: z.string().describe('ISO 4217, in lower case'),
            status: z.string().describe('open, paid, uncollectible or void'),
            url: z.url().nullable().describe('Its page at the payment processor; null: it has none'),
          }),
        ),
      }),
      headers: { 'cache-control': { description: 'no-store', schema: z.string() } },
    },
  },
  errors: ['forbidden', 'upstream_failed', 'unavailable'],
})

export const openPortal = endpoint({
  name: 'openPortal',
  summary: 'Open the customer portal',
  description:
    'Opens the page of the payment processor for cards, invoices and ending subscriptions (spec platform-api 4.10). A key with a daily budget cannot open it.',
  tags,
  route: 'POST /api/billing/portal',
  authority: 'scope:billing:write',
  rate: { requests: 60, window: '1h', by: 'user' },
  responses: { 200: { description: 'The page is open', schema: Address } },
  errors: [
    'forbidden',
    { code: 'no_stripe_customer', status: 422, description: 'The organization has never bought anything.' },
    'upstream_failed',
    'unavailable',
  ],
})

export const downgrade = endpoint({
  name: 'downgrade',
  summary: 'Return to the free tier',
  description:
    'Ends the plan: a paid one at the end of its period, any other at once (spec platform-api 3 and 4.10). Repeating the request changes nothing and returns the same. Other subscriptions, such as the hosting of trust pages, continue. A key with a daily budget cannot end it.',
  tags,
  route: 'POST /api/billing/downgrade',
  authority: 'scope:billing:write',
  idempotent: true,
  rate: { requests: 5, window: '1h', by: 'user' },
  responses: {
    200: {
      description: 'The organization is free, or will be',
      schema: z.object({
        ok: z.literal(true),
        previousTier: tier(),
        stripeAction: z
          .enum(['canceled', 'no_subscription', 'already_canceled'])
          .describe('Action at the payment processor'),
        effectiveAt: z.iso.datetime().describe('When the organization becomes free'),
        noop: z.boolean().describe('Whether it was requested before'),
      }),
    },
  },
  errors: [
    { code: 'already_free', status: 400, description: 'The organization has no plan to end.' },
    'forbidden',
    'upstream_failed',
    'unavailable',
  ],
})
