import { isProductKey, type ProductKey } from '@signet/ledger'
import type { Stripe } from 'stripe'
import type {
  CardCharge,
  CheckoutSession,
  ListedInvoice,
  PaidInvoice,
  Payment,
  Reversal,
  Subscription,
} from './payment-processor.ts'

/*
 * Mapping of Stripe's objects as of API version 2026-10-28.endive: periods belong to items, and an invoice refers to
 * its subscription in `parent`.
 */

export const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString()

export const idOf = (reference: string | { readonly id: string } | null | undefined): string | undefined =>
  typeof reference === 'string' ? reference : reference?.id

/** A lookup key moves to the successor of a price; the metadata of a purchase keeps the original product. */
const productOf = (lookupKey: string | null | undefined, metadata: Stripe.Metadata | null): ProductKey | undefined =>
  [lookupKey, metadata?.productKey].find((key): key is ProductKey => typeof key === 'string' && isProductKey(key))

export const subscriptionOf = (subscription: Stripe.Subscription): Subscription => {
  const { id, status, created, cancel_at, cancel_at_period_end, ended_at, metadata, items, customer } = subscription
  const [first, ...others] = items.data
  if (first === undefined) throw new Error(`The subscription ${id} has no items`)
  const soonest = others.reduce((a, b) => (b.current_period_end < a.current_period_end ? b : a), first)
  const endsAt = cancel_at ?? (cancel_at_period_end ? soonest.current_period_end : undefined)
  return {
    id,
    customerId: idOf(customer) ?? '',
    status,
    product: items.data.map(({ price }) => productOf(price.lookup_key, metadata)).find((key) => key !== undefined),
    createdAt: timeOf(created),
    periodStart: timeOf(soonest.current_period_start),
    periodEnd: timeOf(soonest.current_period_end),
    endsAt: endsAt === undefined ? undefined : timeOf(endsAt),
    endedAt: ended_at === null ? undefined : timeOf(ended_at),
    duplicateOf: metadata.duplicate_of || undefined,
  }
}

const PERIOD_REASONS: readonly (string | null)[] = ['subscription_create', 'subscription_cycle']

/** Maps an invoice for its customer; undefined for a draft, which is not issued yet. */
export const listedInvoiceOf = (invoice: Stripe.Invoice): ListedInvoice | undefined => {
  const { id, status, created, total, currency, hosted_invoice_url } = invoice
  if (id === undefined || status === null || status === 'draft') return undefined
  return { id, createdAt: timeOf(created), amount: total, currency, status, url: hosted_invoice_url ?? undefined }
}

/** Returns `undefined` if the invoice is not paid or belongs to no subscription. */
export const paidInvoiceOf = (invoice: Stripe.Invoice): PaidInvoice | undefined => {
  const { id, status, parent, billing_reason, amount_paid, lines, customer } = invoice
  const subscriptionId = idOf(parent?.subscription_details?.subscription)
  const customerId = idOf(customer)
  if (status !== 'paid' || subscriptionId === undefined || customerId === undefined || id === undefined)
    return undefined
  // The invoice's own period is the previous one; its lines have the paid period.
  const [first, ...others] = lines.data.filter((line) => line.parent?.subscription_item_details?.proration !== true)
  if (first === undefined) return undefined
  const latest = others.reduce((a, b) => (b.period.end > a.period.end ? b : a), first)
  return {
    id,
    customerId,
    subscriptionId,
    isOfPeriod: PERIOD_REASONS.includes(billing_reason),
    cents: amount_paid,
    periodStart: timeOf(latest.period.start),
    periodEnd: timeOf(latest.period.end),
  }
}

export const checkoutOf = (session: Stripe.Checkout.Session): CheckoutSession => ({
  id: session.id,
  customerId: idOf(session.customer),
  isOpen: session.status === 'open',
  isPaid: session.payment_status !== 'unpaid',
  url: session.url ?? undefined,
  expiresAt: timeOf(session.expires_at),
  paymentId: idOf(session.payment_intent),
})

export const paymentOf = (intent: Stripe.PaymentIntent): Payment => ({
  id: intent.id,
  customerId: idOf(intent.customer),
  isPaid: intent.status === 'succeeded',
  cents: intent.amount_received,
  createdAt: timeOf(intent.created),
  product: productOf(undefined, intent.metadata),
})

const PENDING: readonly Stripe.PaymentIntent.Status[] = ['processing', 'requires_action', 'requires_capture']

export const cardChargeOf = (intent: Stripe.PaymentIntent): CardCharge => {
  const { id, status, last_payment_error: error } = intent
  if (status === 'succeeded') return { state: 'paid', payment: paymentOf(intent) }
  if (PENDING.includes(status)) return { state: 'pending', paymentId: id }
  return { state: 'declined', reason: error?.decline_code ?? error?.code ?? status }
}

const REFUND_STATES: Readonly<Record<string, Reversal['state']>> = {
  succeeded: 'taken',
  failed: 'kept',
  canceled: 'kept',
}

export const refundOf = (refund: Stripe.Refund): Reversal => ({
  id: refund.id,
  paymentId: idOf(refund.payment_intent),
  cents: refund.amount,
  state: REFUND_STATES[refund.status ?? ''] ?? 'open',
  isOfDuplicate: refund.metadata?.kind === DUPLICATE_KIND,
})

export const returnedCents = (reversals: readonly Reversal[]): number =>
  reversals.reduce((sum, { state, cents }) => sum + (state === 'taken' ? cents : 0), 0)

/** Marks the refund of an invoice that granted nothing. */
export const DUPLICATE_KIND = 'duplicate'

const DISPUTE_STATES: Readonly<Record<string, Reversal['state']>> = {
  // The bank takes the money when it opens a dispute, and returns it if the dispute is won.
  needs_response: 'taken',
  under_review: 'taken',
  lost: 'taken',
  won: 'kept',
  prevented: 'kept',
  warning_closed: 'kept',
}

export const disputeOf = (dispute: Stripe.Dispute): Reversal => ({
  id: dispute.id,
  paymentId: idOf(dispute.payment_intent),
  cents: dispute.amount,
  state: DISPUTE_STATES[dispute.status] ?? 'open',
  isOfDuplicate: false,
})
