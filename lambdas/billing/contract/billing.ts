import { endpoint } from '@signet/contracts'
import { PLATFORM_TIERS } from '@signet/ledger/tiers'
import * as z from 'zod'

const tags = ['billing']

const tier = () => z.enum(PLATFORM_TIERS)

const Address = z.object({ url: z.url().describe('Next URL for the browser') })

export const getBilling = endpoint({
  name: 'getBilling',
  summary: 'Get plan and payments',
  description:
    'Returns the tier of the organization, its source, and its subscriptions as last reported. Changes at the payment processor appear within seconds.',
  tags,
  route: 'GET /api/billing',
  authority: 'scope:billing:read',
  responses: {
    200: {
      description: 'Plan, subscriptions and balance',
      schema: z.object({
        tier: tier(),
        plan: z
          .string()
          .nullable()
          .describe('Product that provides the tier: pro, agency or team; null on the free tier'),
        source: z
          .enum(['subscription', 'override', 'comp'])
          .nullable()
          .describe('Source of the plan; null on the free tier'),
        renewsAt: z.iso.datetime().nullable().describe('End of the paid period, when the next one is charged'),
        endsAt: z.iso.datetime().nullable().describe('End of the plan; null if it renews'),
        isPastDue: z.boolean().describe('True if a payment failed and is being retried'),
        hasSavedCard: z.boolean(),
        credits: z
          .object({
            balance: z.int().min(0).describe('Available credits of the image service'),
            held: z.int().min(0).describe('Credits reserved for images in progress'),
          })
          .describe('Plan at the image service'),
        mayManage: z.boolean().describe('True if the caller may buy and end plans: owners and admins'),
        subscriptions: z
          .array(
            z.object({
              productKey: z.string().nullable(),
              status: z.string().describe('Status at the payment processor'),
              renewsAt: z.iso.datetime(),
              endsAt: z.iso.datetime().nullable(),
            }),
          )
          .describe('Subscriptions that have not ended'),
        products: z.array(z.string()).describe('Accepted values of productKey in POST /api/billing/checkout'),
      }),
    },
  },
  errors: ['unavailable'],
})

export const startCheckout = endpoint({
  name: 'startCheckout',
  summary: 'Open a checkout page',
  description:
    'Opens a payment page for a product (spec platform-api 4.10). The default product is the Pro plan. An open page for the same product is returned again. CISO products are for invited organizations; the CTO consultation is arranged individually. A key with a daily budget cannot open a checkout.',
  tags,
  route: 'POST /api/billing/checkout',
  authority: 'scope:billing:write',
  rate: { requests: 10, window: '1h', by: 'user' },
  request: {
    body: z.strictObject({
      // Any type is accepted, so that an unknown product gets the list of accepted ones.
      productKey: z
        .unknown()
        .optional()
        .describe('Product key, one of `products` in GET /api/billing; default: the Pro plan'),
    }),
    maxBodyBytes: 4_096,
  },
  responses: { 200: { description: 'The checkout page', schema: Address } },
  errors: [
    {
      code: 'unknown_product',
      status: 400,
      description: 'The product does not exist; `accepted` lists the accepted keys.',
    },
    'forbidden',
    { code: 'invite_required', status: 403, description: 'The product is only available to invited organizations.' },
    { code: 'product_gated', status: 403, description: 'The product has no price and is arranged individually.' },
    {
      code: 'already_subscribed',
      status: 409,
      description: 'The organization already has a plan; `currentTier` is its tier.',
    },
    'upstream_failed',
    'unavailable',
  ],
})

export const listInvoices = endpoint({
  name: 'listInvoices',
  summary: 'List invoices',
  description:
    'Lists the last 24 invoices of the organization, newest first, for owners and admins. Plans are invoiced; one-time purchases of credits are in the account statement.',
  tags,
  route: 'GET /api/billing/invoices',
  authority: 'scope:billing:read',
  rate: { requests: 60, window: '1h', by: 'user' },
  responses: {
    200: {
      description: 'The invoices; empty for an organization that never had a plan',
      schema: z.object({
        invoices: z.array(
          z.object({
            id: z.string(),
            date: z.iso.datetime(),
            amount: z.int().describe('Total in the smallest unit of the currency'),
            currency: z.string().describe('ISO 4217 code in lower case'),
            status: z.string().describe('open, paid, uncollectible or void'),
            url: z.url().nullable().describe('Page of the invoice at the payment processor; null if it has none'),
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
  responses: { 200: { description: 'The portal page', schema: Address } },
  errors: [
    'forbidden',
    { code: 'no_stripe_customer', status: 422, description: 'The organization has not bought anything yet.' },
    'upstream_failed',
    'unavailable',
  ],
})

export const downgrade = endpoint({
  name: 'downgrade',
  summary: 'Return to the free tier',
  description:
    'Ends the plan: a paid plan at the end of its period, any other plan immediately (spec platform-api 3 and 4.10). Repeating the request changes nothing and returns the same result. Other subscriptions, such as the hosting of trust pages, continue. A key with a daily budget cannot end a plan.',
  tags,
  route: 'POST /api/billing/downgrade',
  authority: 'scope:billing:write',
  idempotent: true,
  rate: { requests: 5, window: '1h', by: 'user' },
  responses: {
    200: {
      description: 'The organization is on the free tier, or will be at `effectiveAt`',
      schema: z.object({
        ok: z.literal(true),
        previousTier: tier(),
        stripeAction: z
          .enum(['canceled', 'no_subscription', 'already_canceled'])
          .describe('Action taken at the payment processor'),
        effectiveAt: z.iso.datetime().describe('Time at which the organization is on the free tier'),
        noop: z.boolean().describe('True if an earlier request had already ended the plan'),
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
