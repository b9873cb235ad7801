import { endpoint } from '@signet/contracts'
import { PLATFORM_TIERS } from '@signet/ledger/tiers'
import * as z from 'zod'

const tags = ['billing']

const tier = () => z.enum(PLATFORM_TIERS)

const PageUrl = z.object({ url: z.url().describe('URL to open in the browser') })

export const getBilling = endpoint({
  name: 'getBilling',
  summary: 'Get the plan and subscriptions',
  description:
    'Returns the plan of the organization, the source of the plan, the credit balance, and the subscriptions as last reported by the payment processor. Changes at the payment processor appear within seconds.',
  tags,
  route: 'GET /api/billing',
  authority: 'scope:billing:read',
  responses: {
    200: {
      description: 'The plan, the subscriptions and the credit balance',
      schema: z.object({
        tier: tier(),
        plan: z
          .string()
          .nullable()
          .describe('Product that provides the plan: `pro`, `agency` or `team`; null on the Free plan'),
        source: z
          .enum(['subscription', 'override', 'comp'])
          .nullable()
          .describe(
            'Source of the plan. `subscription`: a payment; `override`: a decision of an operator; `comp`: a gift; null on the Free plan.',
          ),
        renewsAt: z.iso
          .datetime()
          .nullable()
          .describe('End of the paid period, when the next payment is due; null without a paid period'),
        endsAt: z.iso.datetime().nullable().describe('Time at which the plan ends; null if it renews'),
        isPastDue: z.boolean().describe('Whether a payment failed and is being retried'),
        hasSavedCard: z.boolean(),
        credits: z
          .object({
            balance: z.int().min(0).describe('Available credits, without those in `held`'),
            held: z.int().min(0).describe('Credits reserved for images in progress'),
          })
          .describe('Credit balance at the image service'),
        mayManage: z.boolean().describe('Whether the caller can buy and cancel plans, as owners and admins can'),
        subscriptions: z
          .array(
            z.object({
              productKey: z.string().nullable(),
              status: z.string().describe('Status of the subscription at the payment processor'),
              renewsAt: z.iso.datetime(),
              endsAt: z.iso.datetime().nullable(),
            }),
          )
          .describe('Subscriptions of the organization that have not ended'),
        products: z.array(z.string()).describe('Valid values of `productKey` in `POST /api/billing/checkout`'),
      }),
    },
  },
  errors: ['unavailable'],
})

export const startCheckout = endpoint({
  name: 'startCheckout',
  summary: 'Open a checkout page',
  description:
    'Opens a payment page for a product. The default product is the Pro plan. If a page for the same product is already open, that page is returned. The CISO trust bundle and trust page hosting are available to invited organizations only; the CTO consultation is arranged individually. An API key with a daily budget cannot open a checkout page.',
  tags,
  route: 'POST /api/billing/checkout',
  authority: 'scope:billing:write',
  rate: { requests: 10, window: '1h', by: 'user' },
  request: {
    body: z.strictObject({
      // Any type is accepted, so that the response to an invalid value lists the valid keys.
      productKey: z
        .unknown()
        .optional()
        .describe('Product key, from `products` in `GET /api/billing`. Default: the Pro plan.'),
    }),
    maxBodyBytes: 4_096,
  },
  responses: { 200: { description: 'URL of the checkout page', schema: PageUrl } },
  errors: [
    {
      code: 'unknown_product',
      status: 400,
      description: 'The product does not exist. `accepted` lists the valid product keys.',
    },
    'forbidden',
    {
      code: 'invite_required',
      status: 403,
      description:
        'The product is available to invited organizations only. Request an invitation with `POST /api/contact`.',
    },
    {
      code: 'product_gated',
      status: 403,
      description: 'The product has no fixed price. Arrange it with `POST /api/contact`.',
    },
    {
      code: 'already_subscribed',
      status: 409,
      description: 'The organization already has a subscription to a plan. `currentTier` is its current plan.',
    },
    'upstream_failed',
    'unavailable',
  ],
})

export const listInvoices = endpoint({
  name: 'listInvoices',
  summary: 'List invoices',
  description:
    'Lists the last 24 invoices of the organization, newest first. Only plans are invoiced; one-time purchases of credits appear in the account statement. Only owners and admins can call this operation.',
  tags,
  route: 'GET /api/billing/invoices',
  authority: 'scope:billing:read',
  rate: { requests: 60, window: '1h', by: 'user' },
  responses: {
    200: {
      description: 'Invoices; empty if the organization never had a paid plan',
      schema: z.object({
        invoices: z.array(
          z.object({
            id: z.string(),
            date: z.iso.datetime(),
            amount: z.int().describe('Total in the smallest unit of the currency'),
            currency: z.string().describe('ISO 4217 code in lowercase'),
            status: z.string().describe('`open`, `paid`, `uncollectible` or `void`'),
            url: z.url().nullable().describe('URL of the invoice at the payment processor; null if it has no page'),
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
    'Opens the page of the payment processor for managing cards, invoices and subscriptions. An API key with a daily budget cannot open the portal.',
  tags,
  route: 'POST /api/billing/portal',
  authority: 'scope:billing:write',
  rate: { requests: 60, window: '1h', by: 'user' },
  responses: { 200: { description: 'URL of the customer portal', schema: PageUrl } },
  errors: [
    'forbidden',
    {
      code: 'no_stripe_customer',
      status: 422,
      description: 'The organization has not made a purchase yet. Open a checkout page first.',
    },
    'upstream_failed',
    'unavailable',
  ],
})

export const downgrade = endpoint({
  name: 'downgrade',
  summary: 'Return to the Free plan',
  description:
    'Ends the plan: a paid plan at the end of its period, any other plan immediately. Repeating the request has no further effect and returns the same result. Other subscriptions, such as the hosting of trust pages, continue. An API key with a daily budget cannot end a plan.',
  tags,
  route: 'POST /api/billing/downgrade',
  authority: 'scope:billing:write',
  idempotent: true,
  rate: { requests: 5, window: '1h', by: 'user' },
  responses: {
    200: {
      description: 'The organization is on the Free plan, or will be from `effectiveAt`',
      schema: z.object({
        ok: z.literal(true),
        previousTier: tier(),
        stripeAction: z
          .enum(['canceled', 'no_subscription', 'already_canceled'])
          .describe('Action taken at the payment processor'),
        effectiveAt: z.iso.datetime().describe('Time from which the organization is on the Free plan'),
        noop: z.boolean().describe('Whether an earlier request already ended the plan'),
      }),
    },
  },
  errors: [
    { code: 'already_free', status: 400, description: 'The organization has no plan that can be ended.' },
    'forbidden',
    'upstream_failed',
    'unavailable',
  ],
})
