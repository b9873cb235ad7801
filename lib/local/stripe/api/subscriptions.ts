import type { Stripe } from 'stripe'
import * as z from 'zod'
import { collect, firstInvoice } from '../collection.ts'
import { type Desk, existing } from '../desk.ts'
import { invalid } from '../fault.ts'
import { flag, listOf, metadata, paramsOf, text, whole, withMetadata } from '../parameters.ts'
import { methodOf } from '../payment-methods.ts'
import {
  endOf,
  endSubscription,
  isLive,
  newSubscription,
  pricedBy,
  priceOf,
  scheduleEnd,
  updateSubscription,
} from '../subscriptions.ts'
import type { Subscription } from '../wire-objects.ts'
import { customerOf } from './customers.ts'
import { fits, operation, readOperations } from './operation.ts'
import { searchOperation } from './search.ts'

const DAY_MS = 86_400_000
/** Time after which a subscription without a first payment expires: 23 hours. */
const INCOMPLETE_MS = (23 / 24) * DAY_MS

const creating = paramsOf<Stripe.SubscriptionCreateParams>()({
  customer: text,
  items: z
    .array(z.strictObject({ price: text, quantity: whole.optional() }))
    .min(1)
    .max(20),
  default_payment_method: text.optional(),
  metadata: metadata.optional(),
  off_session: flag.optional(),
  payment_behavior: z.enum(['allow_incomplete', 'default_incomplete']).optional(),
})
const updating = paramsOf<Stripe.SubscriptionUpdateParams>()({
  cancel_at: z.union([z.enum(['', 'min_period_end', 'max_period_end']), whole]).optional(),
  cancel_at_period_end: flag.optional(),
  default_payment_method: text.optional(),
  items: z
    .array(z.strictObject({ id: text, price: text.optional(), quantity: whole.optional() }))
    .max(20)
    .optional(),
  metadata: metadata.optional(),
  proration_behavior: z.enum(['none', 'create_prorations', 'always_invoice']).optional(),
})
const canceling = paramsOf<Stripe.SubscriptionCancelParams>()({
  cancellation_details: z.strictObject({ comment: text, feedback: text }).partial().optional(),
  invoice_now: z.literal('false', 'the local stand-in does not invoice usage').optional(),
  prorate: z.literal('false', 'the local stand-in does not prorate').optional(),
})
const STATUSES = [
  ...['active', 'past_due', 'unpaid', 'canceled', 'incomplete', 'incomplete_expired', 'trialing', 'paused'],
  ...['all', 'ended'],
] as const
const listing = listOf<Stripe.SubscriptionListParams>()({
  customer: text.optional(),
  price: text.optional(),
  status: z.enum(STATUSES).optional(),
})

const create = (desk: Desk, given: z.infer<typeof creating>): object => {
  const customer = customerOf(desk, given.customer, 'customer')
  const items = given.items.map(({ price: id, quantity = 1 }, i) => {
    const price = priceOf(desk, id, `items[${i}][price]`)
    if (price.recurring === null)
      throw invalid(
        `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
        { param: `items[${i}][price]` },
      )
    return { price, quantity }
  })
  const method = given.default_payment_method
  const defaultMethod = method === undefined ? null : methodOf(desk, method, 'default_payment_method').id
  if (defaultMethod === null && customer.invoice_settings.default_payment_method === null)
    throw invalid('This customer has no attached payment source or default payment method.', {
      code: 'resource_missing',
    })
  const subscription = newSubscription(desk, {
    customer: customer.id,
    items,
    defaultMethod,
    status: 'incomplete',
    metadata: withMetadata({}, given.metadata),
  })
  const invoice = firstInvoice(desk, subscription)
  desk.book.due.plan({ task: 'incomplete', id: subscription.id, at: desk.book.clock.now() + INCOMPLETE_MS })
  if (given.payment_behavior !== 'default_incomplete')
    collect(desk, invoice, { isOffSession: given.off_session ?? false })
  return existing(desk, 'subscription', subscription.id)
}

type UpdateSubscriptionParams = z.infer<typeof updating>

const itemsWith = (
  desk: Desk,
  old: Subscription,
  { items = [], proration_behavior }: UpdateSubscriptionParams,
): Subscription['items'] => {
  if (items.length > 0 && proration_behavior !== 'none')
    throw invalid("The local stand-in does not prorate: pass proration_behavior 'none' with items.", {
      param: 'proration_behavior',
    })
  const unknown = items.findIndex(({ id }) => !old.items.data.some((item) => item.id === id))
  if (unknown >= 0)
    throw invalid(`No such subscription item: '${items[unknown]?.id}'`, { param: `items[${unknown}][id]` })
  const data = old.items.data.map((item) => {
    const given = items.find(({ id }) => id === item.id)
    const price = given?.price === undefined ? item.price : priceOf(desk, given.price, 'items[0][price]')
    return { ...item, ...pricedBy(price), quantity: given?.quantity ?? item.quantity }
  })
  return { ...old.items, data }
}

const ends = (old: Subscription): number[] => old.items.data.map(({ current_period_end }) => current_period_end)

const endGiven = (
  old: Subscription,
  { cancel_at, cancel_at_period_end }: UpdateSubscriptionParams,
): 'period_end' | number | null | undefined => {
  if (cancel_at !== undefined && cancel_at_period_end === true)
    throw invalid('You can only pass one of cancel_at and cancel_at_period_end.', { param: 'cancel_at' })
  if (cancel_at === 'min_period_end') return endOf(old)
  if (cancel_at === 'max_period_end') return Math.max(...ends(old))
  if (typeof cancel_at === 'number') return cancel_at
  if (cancel_at === '' || cancel_at_period_end === false) return null
  return cancel_at_period_end === true ? 'period_end' : undefined
}

const update = (desk: Desk, given: UpdateSubscriptionParams, id: string): Subscription => {
  const old = existing(desk, 'subscription', id)
  if (!isLive(old) && old.status !== 'incomplete')
    throw invalid(`A canceled subscription can only update its cancellation_details and metadata.`)
  const method = given.default_payment_method
  const changes: Partial<Subscription> = {
    metadata: withMetadata(old.metadata, given.metadata),
    items: itemsWith(desk, old, given),
    ...(method !== undefined && {
      default_payment_method:
        method === '' ? null : existing(desk, 'payment_method', method, 'default_payment_method').id,
    }),
  }
  const next = updateSubscription(desk, old, changes)
  const end = endGiven(next, given)
  const isSame =
    end === undefined ||
    ((end === 'period_end') === next.cancel_at_period_end && (end === 'period_end' || end === next.cancel_at))
  return isSame ? next : scheduleEnd(desk, next, end)
}

const cancel = (desk: Desk, given: z.infer<typeof canceling>, id: string): Subscription => {
  const old = existing(desk, 'subscription', id)
  if (old.status === 'canceled' || old.status === 'incomplete_expired')
    throw invalid(`No such subscription: '${id}'`, { code: 'resource_missing', param: 'id' })
  const { comment = null } = given.cancellation_details ?? {}
  const noted = { ...old, cancellation_details: { feedback: null, feedback_option: null, reason: null, comment } }
  return endSubscription(desk, noted)
}

/** Without a status, the list includes all subscriptions that have not ended. */
const isListed = ({ status }: Subscription, filter: z.infer<typeof listing>['status']): boolean => {
  if (filter === 'all') return true
  if (filter === 'ended') return status === 'canceled' || status === 'incomplete_expired'
  return filter === undefined ? status !== 'canceled' && status !== 'incomplete_expired' : status === filter
}

export const subscriptionOperations = [
  operation('POST /v1/subscriptions', creating, create),
  ...readOperations(
    '/v1/subscriptions',
    'subscription',
    listing,
    (each, given) =>
      isListed(each, given.status) &&
      fits(each, given, ['customer']) &&
      (given.price === undefined || each.items.data.some(({ price }) => price.id === given.price)),
  ),
  searchOperation('/v1/subscriptions', 'subscription'),
  operation('POST /v1/subscriptions/:id', updating, update),
  operation('DELETE /v1/subscriptions/:id', canceling, cancel),
]
