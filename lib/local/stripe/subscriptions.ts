import { type Desk, requireObject, storeObject, updateObject } from './desk.ts'
import { completeList } from './listing.ts'
import { periodEnd } from './months.ts'
import type { Price, Subscription, SubscriptionItem } from './wire-objects.ts'

const LIVE = new Set<Subscription['status']>(['active', 'trialing', 'past_due', 'unpaid', 'paused'])
export const isLive = ({ status }: Subscription): boolean => LIVE.has(status)

export interface NewSubscription {
  readonly customer: string
  readonly items: readonly { readonly price: Price; readonly quantity: number }[]
  readonly metadata: Readonly<Record<string, string>>
  readonly defaultMethod: string | null
  readonly status: 'active' | 'incomplete'
}

const planOf = (price: Price): SubscriptionItem['plan'] => ({
  id: price.id,
  object: 'plan',
  active: price.active,
  amount: price.unit_amount,
  amount_decimal: price.unit_amount_decimal,
  billing_scheme: 'per_unit',
  created: price.created,
  currency: price.currency,
  interval: 'month',
  interval_count: 1,
  livemode: false,
  metadata: price.metadata,
  meter: null,
  nickname: price.nickname,
  product: price.product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
})

export const priceFields = (price: Price): Pick<SubscriptionItem, 'price' | 'plan'> => ({ price, plan: planOf(price) })

const itemOf = (desk: Desk, subscription: string, price: Price, quantity: number): SubscriptionItem => {
  const now = desk.book.now()
  return {
    id: desk.book.partId('si_'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: now,
    current_period_start: now,
    current_period_end: periodEnd(now, now),
    current_trial: null,
    discounts: [],
    metadata: {},
    ...priceFields(price),
    quantity,
    subscription,
    tax_rates: [],
  }
}

/** Fields with the same value in every new subscription. */
const FIXED_FIELDS = {
  application: null,
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor_config: null,
  billing_schedules: [],
  billing_thresholds: null,
  customer_account: null,
  days_until_due: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: 'self' },
  },
  managed_payments: null,
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  payment_settings: {
    payment_method_options: null,
    payment_method_types: null,
    save_default_payment_method: 'off',
  },
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  test_clock: null,
  transfer_data: null,
  trial_end: null,
  trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
  trial_start: null,
} satisfies Partial<Subscription>

export const planRenewal = ({ book }: Desk, subscription: Subscription): void =>
  book.due.plan({ task: 'renew', id: subscription.id, at: currentPeriodEnd(subscription) * 1000 })

export const newSubscription = (desk: Desk, params: NewSubscription): Subscription => {
  const { book } = desk
  const id = book.newId('subscription')
  const now = book.now()
  const items = params.items.map(({ price, quantity }) => itemOf(desk, id, price, quantity))
  const subscription: Subscription = {
    ...FIXED_FIELDS,
    id,
    object: 'subscription',
    billing_cycle_anchor: now,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible', updated_at: now },
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: items[0]?.price.currency ?? 'usd',
    customer: params.customer,
    default_payment_method: params.defaultMethod,
    ended_at: null,
    items: completeList(`/v1/subscription_items?subscription=${id}`, items),
    latest_invoice: null,
    livemode: false,
    metadata: { ...params.metadata },
    start_date: now,
    status: params.status,
  }
  planRenewal(desk, subscription)
  return storeObject(desk, 'subscription', subscription, 'customer.subscription.created')
}

/** Returns the end of the earliest period of its items, in seconds since the epoch. */
export const currentPeriodEnd = ({ items }: Subscription): number =>
  Math.min(...items.data.map(({ current_period_end }) => current_period_end))

export const subscriptionsOf = ({ book }: Pick<Desk, 'book'>, customer: string): Subscription[] =>
  [...book.list('subscription')].filter((subscription) => subscription.customer === customer)

export const updateSubscription = (
  desk: Desk,
  subscription: Subscription,
  changes: Partial<Subscription>,
): Subscription => updateObject(desk, 'subscription', subscription, changes, 'customer.subscription.updated')

type Reason = NonNullable<Subscription['cancellation_details']>['reason']

const cancellation = (subscription: Subscription, reason: Reason): Subscription['cancellation_details'] => ({
  comment: null,
  feedback: null,
  feedback_option: null,
  ...subscription.cancellation_details,
  reason,
})

const stopCollecting = (desk: Desk, subscription: string): void => {
  for (const invoice of desk.book.list('invoice')) {
    if (invoice.parent?.subscription_details?.subscription !== subscription) continue
    if (invoice.status !== 'open' && invoice.status !== 'draft') continue
    updateObject(desk, 'invoice', invoice, { auto_advance: false, next_payment_attempt: null }, 'invoice.updated')
  }
}

export const endSubscription = (
  desk: Desk,
  subscription: Subscription,
  reason: Reason = 'cancellation_requested',
): Subscription => {
  const now = desk.book.now()
  const ended = updateObject(
    desk,
    'subscription',
    subscription,
    {
      status: 'canceled',
      cancel_at_period_end: false,
      canceled_at: subscription.canceled_at ?? now,
      ended_at: now,
      cancellation_details: cancellation(subscription, reason),
    },
    'customer.subscription.deleted',
  )
  stopCollecting(desk, subscription.id)
  return ended
}

/** Sets the end of a subscription: the end of its period, an instant in seconds since the epoch, or null for no end. */
export const scheduleEnd = (
  desk: Desk,
  subscription: Subscription,
  when: 'period_end' | number | null,
): Subscription => {
  const at = when === 'period_end' ? currentPeriodEnd(subscription) : when
  if (at !== null) desk.book.due.plan({ task: 'end', id: subscription.id, at: at * 1000 })
  return updateSubscription(desk, subscription, {
    cancel_at: at,
    cancel_at_period_end: when === 'period_end',
    canceled_at: at === null ? null : (subscription.canceled_at ?? desk.book.now()),
    cancellation_details: cancellation(subscription, at === null ? null : 'cancellation_requested'),
  })
}

export const nextPeriods = ({ billing_cycle_anchor: anchor, items }: Subscription): Subscription['items'] => {
  const data = items.data.map((item) => ({
    ...item,
    current_period_start: item.current_period_end,
    current_period_end: periodEnd(anchor, item.current_period_end),
  }))
  return { ...items, data }
}

export const priceOf = (desk: Desk, id: string, param: string): Price => requireObject(desk, 'price', id, param)
