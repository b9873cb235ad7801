import type { Stripe } from 'stripe'
import * as z from 'zod'
import { collectInvoice, firstInvoice } from '../collection.ts'
import { type Desk, requireObject } from '../desk.ts'
import { invalidRequest } from '../fault.ts'
import { booleanText, integerText, listOf, metadata, paramsOf, text, withMetadata } from '../parameters.ts'
import { findOrCreateMethod } from '../payment-methods.ts'
import {
  currentPeriodEnd,
  endSubscription,
  isLive,
  newSubscription,
  priceFields,
  priceOf,
  scheduleEnd,
  updateSubscription,
} from '../subscriptions.ts'
import type { Subscription } from '../wire-objects.ts'
import { customerOf } from './customers.ts'
import { matchesFilters, operation, readOperations } from './operation.ts'
import { searchOperation } from './search.ts'

const DAY_MS = 86_400_000
/** Time after which a subscription without a first payment expires: 23 hours. */
const INCOMPLETE_MS = (23 / 24) * DAY_MS

const createParams = paramsOf<Stripe.SubscriptionCreateParams>()({
  customer: text,
  items: z
    .array(z.strictObject({ price: text, quantity: integerText.optional() }))
    .min(1)
    .max(20),
  default_payment_method: text.optional(),
  metadata: metadata.optional(),
  off_session: booleanText.optional(),
  payment_behavior: z.enum(['allow_incomplete', 'default_incomplete']).optional(),
})
const updateParams = paramsOf<Stripe.SubscriptionUpdateParams>()({
  cancel_at: z.union([z.enum(['', 'min_period_end', 'max_period_end']), integerText]).optional(),
  cancel_at_period_end: booleanText.optional(),
  default_payment_method: text.optional(),
  items: z
    .array(z.strictObject({ id: text, price: text.optional(), quantity: integerText.optional() }))
    .max(20)
    .optional(),
  metadata: metadata.optional(),
  proration_behavior: z.enum(['none', 'create_prorations', 'always_invoice']).optional(),
})
const cancelParams = paramsOf<Stripe.SubscriptionCancelParams>()({
  cancellation_details: z.strictObject({ comment: text, feedback: text }).partial().optional(),
  invoice_now: z.literal('false', 'the local stand-in does not invoice usage').optional(),
  prorate: z.literal('false', 'the local stand-in does not prorate').optional(),
})
const STATUSES = [
  ...['active', 'past_due', 'unpaid', 'canceled', 'incomplete', 'incomplete_expired', 'trialing', 'paused'],
  ...['all', 'ended'],
] as const
const listParams = listOf<Stripe.SubscriptionListParams>()({
  customer: text.optional(),
  price: text.optional(),
  status: z.enum(STATUSES).optional(),
})

const create = (desk: Desk, params: z.infer<typeof createParams>): object => {
  const customer = customerOf(desk, params.customer, 'customer')
  const items = params.items.map(({ price: id, quantity = 1 }, i) => {
    const price = priceOf(desk, id, `items[${i}][price]`)
    if (price.recurring === null)
      throw invalidRequest(
        `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
        { param: `items[${i}][price]` },
      )
    return { price, quantity }
  })
  const method = params.default_payment_method
  const defaultMethod = method === undefined ? null : findOrCreateMethod(desk, method, 'default_payment_method').id
  if (defaultMethod === null && customer.invoice_settings.default_payment_method === null)
    throw invalidRequest('This customer has no attached payment source or default payment method.', {
      code: 'resource_missing',
    })
  const subscription = newSubscription(desk, {
    customer: customer.id,
    items,
    defaultMethod,
    status: 'incomplete',
    metadata: withMetadata({}, params.metadata),
  })
  const invoice = firstInvoice(desk, subscription)
  desk.book.due.plan({ task: 'incomplete', id: subscription.id, at: desk.book.clock.now() + INCOMPLETE_MS })
  if (params.payment_behavior !== 'default_incomplete')
    collectInvoice(desk, invoice, { isOffSession: params.off_session ?? false })
  return requireObject(desk, 'subscription', subscription.id)
}

type UpdateSubscriptionParams = z.infer<typeof updateParams>

const itemsWith = (
  desk: Desk,
  subscription: Subscription,
  { items = [], proration_behavior }: UpdateSubscriptionParams,
): Subscription['items'] => {
  if (items.length > 0 && proration_behavior !== 'none')
    throw invalidRequest("The local stand-in does not prorate: pass proration_behavior 'none' with items.", {
      param: 'proration_behavior',
    })
  const unknown = items.findIndex(({ id }) => !subscription.items.data.some((item) => item.id === id))
  if (unknown >= 0)
    throw invalidRequest(`No such subscription item: '${items[unknown]?.id}'`, { param: `items[${unknown}][id]` })
  const data = subscription.items.data.map((item) => {
    const change = items.find(({ id }) => id === item.id)
    const price = change?.price === undefined ? item.price : priceOf(desk, change.price, 'items[0][price]')
    return { ...item, ...priceFields(price), quantity: change?.quantity ?? item.quantity }
  })
  return { ...subscription.items, data }
}

const periodEnds = (subscription: Subscription): number[] =>
  subscription.items.data.map(({ current_period_end }) => current_period_end)

const requestedEnd = (
  subscription: Subscription,
  { cancel_at, cancel_at_period_end }: UpdateSubscriptionParams,
): 'period_end' | number | null | undefined => {
  if (cancel_at !== undefined && cancel_at_period_end === true)
    throw invalidRequest('You can only pass one of cancel_at and cancel_at_period_end.', { param: 'cancel_at' })
  if (cancel_at === 'min_period_end') return currentPeriodEnd(subscription)
  if (cancel_at === 'max_period_end') return Math.max(...periodEnds(subscription))
  if (typeof cancel_at === 'number') return cancel_at
  if (cancel_at === '' || cancel_at_period_end === false) return null
  return cancel_at_period_end === true ? 'period_end' : undefined
}

const update = (desk: Desk, params: UpdateSubscriptionParams, id: string): Subscription => {
  const current = requireObject(desk, 'subscription', id)
  if (!isLive(current) && current.status !== 'incomplete')
    throw invalidRequest(`A canceled subscription can only update its cancellation_details and metadata.`)
  const method = params.default_payment_method
  const changes: Partial<Subscription> = {
    metadata: withMetadata(current.metadata, params.metadata),
    items: itemsWith(desk, current, params),
    ...(method !== undefined && {
      default_payment_method:
        method === '' ? null : requireObject(desk, 'payment_method', method, 'default_payment_method').id,
    }),
  }
  const next = updateSubscription(desk, current, changes)
  const end = requestedEnd(next, params)
  const isUnchanged =
    end === undefined ||
    ((end === 'period_end') === next.cancel_at_period_end && (end === 'period_end' || end === next.cancel_at))
  return isUnchanged ? next : scheduleEnd(desk, next, end)
}

const cancel = (desk: Desk, params: z.infer<typeof cancelParams>, id: string): Subscription => {
  const subscription = requireObject(desk, 'subscription', id)
  if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired')
    throw invalidRequest(`No such subscription: '${id}'`, { code: 'resource_missing', param: 'id' })
  const { comment = null } = params.cancellation_details ?? {}
  const withComment = {
    ...subscription,
    cancellation_details: { feedback: null, feedback_option: null, reason: null, comment },
  }
  return endSubscription(desk, withComment)
}

/** Without a status, the list includes all subscriptions that have not ended. */
const isListed = ({ status }: Subscription, filter: z.infer<typeof listParams>['status']): boolean => {
  if (filter === 'all') return true
  if (filter === 'ended') return status === 'canceled' || status === 'incomplete_expired'
  return filter === undefined ? status !== 'canceled' && status !== 'incomplete_expired' : status === filter
}

export const subscriptionOperations = [
  operation('POST /v1/subscriptions', createParams, create),
  ...readOperations(
    '/v1/subscriptions',
    'subscription',
    listParams,
    (each, params) =>
      isListed(each, params.status) &&
      matchesFilters(each, params, ['customer']) &&
      (params.price === undefined || each.items.data.some(({ price }) => price.id === params.price)),
  ),
  searchOperation('/v1/subscriptions', 'subscription'),
  operation('POST /v1/subscriptions/:id', updateParams, update),
  operation('DELETE /v1/subscriptions/:id', cancelParams, cancel),
]
