import type { Stripe } from 'stripe'
import * as z from 'zod'
import { expireSession, newLineItem, newSession, planOf } from '../checkout.ts'
import { type Desk, existing } from '../desk.ts'
import { invalid } from '../fault.ts'
import { listPage } from '../listing.ts'
import { listOf, metadata, NOTHING, paramsOf, text, whole, withMetadata } from '../parameters.ts'
import type { LineItem, Session } from '../wire-objects.ts'
import { customerOf, newCustomer } from './customers.ts'
import { fits, operation, readOperations } from './operation.ts'

const DAY = 86_400
const LEAST = 1_800

const address = z.url({ protocol: /^https?$/, error: 'Not a valid URL' })
const future = z.enum(['off_session', 'on_session'])

const creating = paramsOf<Stripe.Checkout.SessionCreateParams>()({
  mode: z.enum(['payment', 'subscription']),
  line_items: z
    .array(z.strictObject({ price: text, quantity: whole.optional() }))
    .min(1)
    .max(100),
  success_url: address,
  cancel_url: address.optional(),
  client_reference_id: z.string().max(200).optional(),
  customer: text.optional(),
  customer_email: text.optional(),
  customer_creation: z.enum(['always', 'if_required']).optional(),
  expires_at: whole.optional(),
  metadata: metadata.optional(),
  ui_mode: z.literal('hosted_page').optional(),
  payment_intent_data: z.strictObject({ setup_future_usage: future, metadata, description: text }).partial().optional(),
  subscription_data: z.strictObject({ metadata, description: text }).partial().optional(),
})
type CreateSessionParams = z.infer<typeof creating>

const listing = listOf<Stripe.Checkout.SessionListParams>()({
  customer: text.optional(),
  payment_intent: text.optional(),
  subscription: text.optional(),
  status: z.enum(['open', 'complete', 'expired']).optional(),
})
const listingItems = listOf<Stripe.Checkout.SessionListLineItemsParams>()({})

/** @throws StripeFault if a price does not match the mode. */
const itemsOf = (desk: Desk, { line_items, mode }: CreateSessionParams): LineItem[] => {
  const items = line_items.map(({ price: id, quantity = 1 }, i) => {
    const price = existing(desk, 'price', id, `line_items[${i}][price]`)
    if (!price.active)
      throw invalid(`The price specified is inactive. This field only accepts active prices.`, {
        param: `line_items[${i}][price]`,
      })
    return newLineItem(desk, price, quantity)
  })
  const isMonthly = items.map(({ price }) => price?.type === 'recurring')
  if (mode === 'payment' && isMonthly.includes(true))
    throw invalid(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
    )
  if (mode === 'subscription' && !isMonthly.includes(true))
    throw invalid('You must provide at least one recurring price in `subscription` mode when using prices.')
  if (mode === 'subscription' && isMonthly.includes(false))
    throw invalid('The local stand-in does not support one-time prices in `subscription` mode.')
  return items
}

const assertMode = ({ mode, payment_intent_data, subscription_data, customer_creation }: CreateSessionParams): void => {
  if (mode === 'subscription' && payment_intent_data !== undefined)
    throw invalid('You can not pass `payment_intent_data` in `subscription` mode.', { param: 'payment_intent_data' })
  if (mode === 'payment' && subscription_data !== undefined)
    throw invalid('You can not pass `subscription_data` in `payment` mode.', { param: 'subscription_data' })
  if (mode === 'subscription' && customer_creation !== undefined)
    throw invalid('`customer_creation` can only be used in `payment` mode.', { param: 'customer_creation' })
}

const expiryOf = ({ book }: Desk, expiresAt: number | undefined): number => {
  const at = expiresAt ?? book.now() + DAY
  if (at < book.now() + LEAST || at > book.now() + DAY)
    throw invalid(
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
      { param: 'expires_at' },
    )
  return at
}

/**
 * Returns the customer of the session. A subscription requires one: Stripe creates it at payment, the stand-in
 * immediately.
 */
const payer = (
  desk: Desk,
  { customer, customer_email, customer_creation, mode }: CreateSessionParams,
): string | null => {
  if (customer !== undefined && customer_email !== undefined)
    throw invalid('You may only specify one of these parameters: customer, customer_email.')
  if (customer !== undefined) return customerOf(desk, customer, 'customer').id
  if (mode === 'payment' && customer_creation !== 'always') return null
  return newCustomer(desk, { email: customer_email ?? null }).id
}

const create = (desk: Desk, given: CreateSessionParams): Session => {
  assertMode(given)
  const { payment_intent_data: payment = {}, subscription_data: subscription = {} } = given
  const expires_at = expiryOf(desk, given.expires_at)
  return newSession(desk, {
    mode: given.mode,
    success_url: given.success_url,
    cancel_url: given.cancel_url ?? null,
    client_reference_id: given.client_reference_id ?? null,
    metadata: withMetadata({}, given.metadata),
    customer: payer(desk, given),
    customer_email: given.customer_email ?? null,
    expires_at,
    plan: {
      items: itemsOf(desk, given),
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
  const session = existing(desk, 'checkout.session', id)
  if (session.status !== 'open')
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}`,
    )
  return expireSession(desk, session)
}

export const checkoutOperations = [
  operation('POST /v1/checkout/sessions', creating, create),
  ...readOperations('/v1/checkout/sessions', 'checkout.session', listing, (session, given) =>
    fits(session, given, ['customer', 'payment_intent', 'subscription', 'status']),
  ),
  operation('POST /v1/checkout/sessions/:id/expire', NOTHING, (desk, _, id) => expire(desk, id)),
  operation('GET /v1/checkout/sessions/:id/line_items', listingItems, (desk, given, id) => {
    const { items } = planOf(desk, existing(desk, 'checkout.session', id).id)
    return listPage(`/v1/checkout/sessions/${id}/line_items`, items, given)
  }),
]
