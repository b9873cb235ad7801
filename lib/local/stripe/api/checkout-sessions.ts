import type { Stripe } from 'stripe'
import * as z from 'zod'
import { expireSession, newLineItem, newSession, planOf } from '../checkout.ts'
import { type Desk, requireObject } from '../desk.ts'
import { invalidRequest } from '../fault.ts'
import { listPage } from '../listing.ts'
import { integerText, listOf, metadata, NO_PARAMS, paramsOf, text, withMetadata } from '../parameters.ts'
import type { LineItem, Session } from '../wire-objects.ts'
import { customerOf, newCustomer } from './customers.ts'
import { matchesFilters, operation, readOperations } from './operation.ts'

const DAY_SECONDS = 86_400
const MIN_LIFETIME_SECONDS = 1_800

const webUrl = z.url({ protocol: /^https?$/, error: 'Not a valid URL' })
const futureUsage = z.enum(['off_session', 'on_session'])

const createParams = paramsOf<Stripe.Checkout.SessionCreateParams>()({
  mode: z.enum(['payment', 'subscription']),
  line_items: z
    .array(z.strictObject({ price: text, quantity: integerText.optional() }))
    .min(1)
    .max(100),
  success_url: webUrl,
  cancel_url: webUrl.optional(),
  client_reference_id: z.string().max(200).optional(),
  customer: text.optional(),
  customer_email: text.optional(),
  customer_creation: z.enum(['always', 'if_required']).optional(),
  expires_at: integerText.optional(),
  metadata: metadata.optional(),
  ui_mode: z.literal('hosted_page').optional(),
  payment_intent_data: z
    .strictObject({ setup_future_usage: futureUsage, metadata, description: text })
    .partial()
    .optional(),
  subscription_data: z.strictObject({ metadata, description: text }).partial().optional(),
})
type CreateSessionParams = z.infer<typeof createParams>

const listParams = listOf<Stripe.Checkout.SessionListParams>()({
  customer: text.optional(),
  payment_intent: text.optional(),
  subscription: text.optional(),
  status: z.enum(['open', 'complete', 'expired']).optional(),
})
const listItemsParams = listOf<Stripe.Checkout.SessionListLineItemsParams>()({})

/** @throws StripeFault if a price does not match the mode. */
const itemsOf = (desk: Desk, { line_items, mode }: CreateSessionParams): LineItem[] => {
  const items = line_items.map(({ price: id, quantity = 1 }, i) => {
    const price = requireObject(desk, 'price', id, `line_items[${i}][price]`)
    if (!price.active)
      throw invalidRequest(`The price specified is inactive. This field only accepts active prices.`, {
        param: `line_items[${i}][price]`,
      })
    return newLineItem(desk, price, quantity)
  })
  const isMonthly = items.map(({ price }) => price?.type === 'recurring')
  if (mode === 'payment' && isMonthly.includes(true))
    throw invalidRequest(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
    )
  if (mode === 'subscription' && !isMonthly.includes(true))
    throw invalidRequest('You must provide at least one recurring price in `subscription` mode when using prices.')
  if (mode === 'subscription' && isMonthly.includes(false))
    throw invalidRequest('The local stand-in does not support one-time prices in `subscription` mode.')
  return items
}

const assertMode = ({ mode, payment_intent_data, subscription_data, customer_creation }: CreateSessionParams): void => {
  if (mode === 'subscription' && payment_intent_data !== undefined)
    throw invalidRequest('You can not pass `payment_intent_data` in `subscription` mode.', {
      param: 'payment_intent_data',
    })
  if (mode === 'payment' && subscription_data !== undefined)
    throw invalidRequest('You can not pass `subscription_data` in `payment` mode.', { param: 'subscription_data' })
  if (mode === 'subscription' && customer_creation !== undefined)
    throw invalidRequest('`customer_creation` can only be used in `payment` mode.', { param: 'customer_creation' })
}

const expiryOf = ({ book }: Desk, expiresAt: number | undefined): number => {
  const expiresAtSeconds = expiresAt ?? book.now() + DAY_SECONDS
  if (expiresAtSeconds < book.now() + MIN_LIFETIME_SECONDS || expiresAtSeconds > book.now() + DAY_SECONDS)
    throw invalidRequest(
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
      { param: 'expires_at' },
    )
  return expiresAtSeconds
}

/**
 * Returns the customer of the session. A subscription requires one: Stripe creates it at payment, the stand-in
 * immediately.
 */
const customerOfSession = (
  desk: Desk,
  { customer, customer_email, customer_creation, mode }: CreateSessionParams,
): string | null => {
  if (customer !== undefined && customer_email !== undefined)
    throw invalidRequest('You may only specify one of these parameters: customer, customer_email.')
  if (customer !== undefined) return customerOf(desk, customer, 'customer').id
  if (mode === 'payment' && customer_creation !== 'always') return null
  return newCustomer(desk, { email: customer_email ?? null }).id
}

const create = (desk: Desk, params: CreateSessionParams): Session => {
  assertMode(params)
  const { payment_intent_data: payment = {}, subscription_data: subscription = {} } = params
  const expires_at = expiryOf(desk, params.expires_at)
  return newSession(desk, {
    mode: params.mode,
    success_url: params.success_url,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    metadata: withMetadata({}, params.metadata),
    customer: customerOfSession(desk, params),
    customer_email: params.customer_email ?? null,
    expires_at,
    plan: {
      items: itemsOf(desk, params),
      subscriptionMetadata: withMetadata({}, subscription.metadata),
      payment: {
        metadata: withMetadata({}, payment.metadata),
        description: payment.description ?? null,
        setup_future_usage: payment.setup_future_usage ?? null,
      },
    },
  })
}

const expire = (desk: Desk, id: string): Session => {
  const session = requireObject(desk, 'checkout.session', id)
  if (session.status !== 'open')
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}`,
    )
  return expireSession(desk, session)
}

export const checkoutOperations = [
  operation('POST /v1/checkout/sessions', createParams, create),
  ...readOperations('/v1/checkout/sessions', 'checkout.session', listParams, (session, params) =>
    matchesFilters(session, params, ['customer', 'payment_intent', 'subscription', 'status']),
  ),
  operation('POST /v1/checkout/sessions/:id/expire', NO_PARAMS, (desk, _, id) => expire(desk, id)),
  operation('GET /v1/checkout/sessions/:id/line_items', listItemsParams, (desk, params, id) => {
    const { items } = planOf(desk, requireObject(desk, 'checkout.session', id).id)
    return listPage(`/v1/checkout/sessions/${id}/line_items`, items, params)
  }),
]
