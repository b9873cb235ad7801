import { type Desk, requireObject, updateObject } from './desk.ts'
import { newInvoice, newInvoicePayment, paymentsOf, subscriptionOf } from './invoices.ts'
import { isDeleted } from './payment-methods.ts'
import { attemptPayment, newPaymentIntent, type PaymentContext } from './payments.ts'
import { endSubscription, isLive, nextPeriods, planRenewal, updateSubscription } from './subscriptions.ts'
import type { Invoice, PaymentIntent, PaymentMethod, Subscription } from './wire-objects.ts'

const HOUR_MS = 3_600_000
const DAY_SECONDS = 86_400
/** Days after the first failure on which an invoice is retried. */
const RETRY_DAYS = [3, 5, 7] as const

const OFF_SESSION: PaymentContext = { isOffSession: true }

/** Returns the payment method of an invoice: that of its subscription, else that of its customer. */
const methodFor = (desk: Desk, invoice: Invoice): PaymentMethod | undefined => {
  const subscription = desk.book.get('subscription', subscriptionOf(invoice) ?? '')
  const customer = desk.book.get('customer', invoice.customer ?? '')
  const fallback = customer && !isDeleted(customer) ? customer.invoice_settings.default_payment_method : null
  const id = invoice.default_payment_method ?? subscription?.default_payment_method ?? fallback
  const method = id === null ? undefined : desk.book.get('payment_method', id)
  return method?.customer === invoice.customer ? method : undefined
}

const setDelinquent = (desk: Desk, id: string | null, delinquent: boolean): void => {
  const customer = desk.book.get('customer', id ?? '')
  if (customer && !isDeleted(customer)) updateObject(desk, 'customer', customer, { delinquent }, 'customer.updated')
}

/** Finalizes the invoice: assigns its number, after which it does not change. */
export const finalizeInvoice = (desk: Desk, invoice: Invoice): Invoice => {
  const now = desk.book.now()
  return updateObject(
    desk,
    'invoice',
    invoice,
    {
      status: 'open',
      number: `SIGNET-${invoice.id.slice(-8).toUpperCase()}`,
      effective_at: now,
      automatically_finalizes_at: null,
      status_transitions: { ...invoice.status_transitions, finalized_at: now },
    },
    'invoice.finalized',
  )
}

export const markInvoicePaid = (desk: Desk, invoice: Invoice): Invoice => {
  const { book } = desk
  const now = book.now()
  const paid = updateObject(
    desk,
    'invoice',
    invoice,
    {
      status: 'paid',
      amount_paid: invoice.total,
      amount_remaining: 0,
      attempt_count: invoice.attempt_count + 1,
      attempted: true,
      auto_advance: false,
      next_payment_attempt: null,
      status_transitions: { ...invoice.status_transitions, paid_at: now },
    },
    'invoice.paid',
  )
  desk.emit('invoice.payment_succeeded', paid)
  for (const payment of paymentsOf(desk, invoice.id)) {
    const changes = {
      status: 'paid',
      amount_paid: payment.amount_requested,
      status_transitions: { canceled_at: null, paid_at: now },
    }
    updateObject(desk, 'invoice_payment', payment, changes, 'invoice_payment.paid')
  }
  setDelinquent(desk, invoice.customer, false)
  const subscription = book.get('subscription', subscriptionOf(invoice) ?? '')
  if (subscription && (isLive(subscription) || subscription.status === 'incomplete'))
    updateSubscription(desk, subscription, { status: 'active' })
  return paid
}

/** Marks a subscription whose invoice could not be paid as past due; ends it after the last retry. */
const markSubscriptionUnpaid = (desk: Desk, invoice: Invoice): void => {
  const subscription = desk.book.get('subscription', subscriptionOf(invoice) ?? '')
  if (!subscription || !isLive(subscription)) return
  if (invoice.next_payment_attempt !== null) updateSubscription(desk, subscription, { status: 'past_due' })
  else if (desk.policy.afterRetries === 'cancel') endSubscription(desk, subscription, 'payment_failed')
  else updateSubscription(desk, subscription, { status: 'unpaid' })
}

const FIRST_FAILURE = 'first-failure'

/**
 * Returns the time of the next attempt, in seconds since the epoch; null if none follows. A subscription's first
 * invoice is not retried.
 */
const nextAttempt = (desk: Desk, invoice: Invoice): number | null => {
  if (invoice.billing_reason !== 'subscription_cycle') return null
  const { book } = desk
  const first = Number(book.getNote(FIRST_FAILURE, invoice.id) ?? book.now())
  book.setNote(FIRST_FAILURE, invoice.id, first)
  const next = RETRY_DAYS.map((days) => first + days * DAY_SECONDS).find((at) => at > book.now())
  if (next === undefined) return null
  book.due.plan({ task: 'retry', id: invoice.id, at: next * 1000 })
  return next
}

const recordFailedAttempt = (desk: Desk, invoice: Invoice, intent: PaymentIntent): Invoice => {
  const failed = updateObject(desk, 'invoice', invoice, {
    attempt_count: invoice.attempt_count + 1,
    attempted: true,
    next_payment_attempt: nextAttempt(desk, invoice),
  })
  desk.emit('invoice.payment_failed', failed)
  if (intent.last_payment_error?.code === 'authentication_required')
    desk.emit('invoice.payment_action_required', failed)
  setDelinquent(desk, invoice.customer, true)
  markSubscriptionUnpaid(desk, failed)
  return requireObject(desk, 'invoice', invoice.id)
}

export const applyPayment = (desk: Desk, invoice: Invoice, intent: PaymentIntent): Invoice => {
  if (intent.status === 'succeeded') return markInvoicePaid(desk, invoice)
  if (intent.status === 'requires_payment_method') return recordFailedAttempt(desk, invoice, intent)
  if (intent.status === 'requires_action') desk.emit('invoice.payment_action_required', invoice)
  return invoice
}

/** Returns the intent that pays an invoice, created at the first attempt. */
export const intentOf = (desk: Desk, invoice: Invoice): PaymentIntent => {
  const [payment] = paymentsOf(desk, invoice.id)
  const existingIntent = desk.book.get('payment_intent', payment?.payment.payment_intent ?? '')
  if (existingIntent) return existingIntent
  const isFirst = invoice.billing_reason === 'subscription_create'
  const intent = newPaymentIntent(desk, {
    amount: invoice.total,
    currency: invoice.currency,
    customer: invoice.customer,
    description: isFirst ? 'Subscription creation' : 'Subscription update',
    metadata: {},
    setup_future_usage: isFirst ? 'off_session' : null,
  })
  newInvoicePayment(desk, invoice, intent)
  return intent
}

export const collectInvoice = (
  desk: Desk,
  invoice: Invoice,
  context: PaymentContext = OFF_SESSION,
  chosenMethod?: PaymentMethod,
): Invoice => {
  if (invoice.status !== 'open') return invoice
  const intent = intentOf(desk, invoice)
  if (intent.status === 'processing') return invoice
  const method = chosenMethod ?? methodFor(desk, invoice)
  return applyPayment(desk, invoice, method ? attemptPayment(desk, intent, method, context) : intent)
}

/** Creates the first invoice of a subscription, to be collected immediately. */
export const firstInvoice = (desk: Desk, subscription: Subscription): Invoice => {
  const now = desk.book.now()
  const period = { start: now, end: now }
  const draft = newInvoice(desk, { subscription, reason: 'subscription_create', period })
  updateObject(desk, 'subscription', subscription, { latest_invoice: draft.id })
  return finalizeInvoice(desk, draft)
}

/**
 * Starts the next period. Its invoice is a draft for one hour, as in Stripe. An unpaid subscription continues, but its
 * invoices are not collected.
 */
export const renewSubscription = (desk: Desk, current: Subscription): void => {
  const period = {
    start: current.items.data[0]?.current_period_start ?? 0,
    end: current.items.data[0]?.current_period_end ?? 0,
  }
  const subscription = { ...current, items: nextPeriods(current) }
  const draft = newInvoice(desk, { subscription, reason: 'subscription_cycle', period })
  const next = updateSubscription(desk, current, { items: subscription.items, latest_invoice: draft.id })
  planRenewal(desk, next)
  if (current.status === 'unpaid') {
    updateObject(desk, 'invoice', draft, { auto_advance: false })
    return
  }
  const at = desk.book.clock.now() + HOUR_MS
  updateObject(desk, 'invoice', draft, { automatically_finalizes_at: Math.floor(at / 1000) })
  desk.book.due.plan({ task: 'finalize', id: draft.id, at })
}
