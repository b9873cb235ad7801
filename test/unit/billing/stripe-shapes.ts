import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PRODUCTS, type ProductKey } from '@signet/ledger'
import type { Stripe } from 'stripe'
import { orderMarkOf } from '../../../lambdas/billing/stripe/stripe-client.ts'

const file = join(import.meta.dirname, '../../fixtures/stripe/fixtures3.json')
const { resources } = JSON.parse(readFileSync(file, 'utf8')) as { resources: Record<string, object> }

/** Returns a published object of Stripe's with some members changed. */
const shape = <T>(name: string, members: object): T => ({ ...structuredClone(resources[name]), ...members }) as T

/** Seconds since the epoch, as Stripe counts. */
export const seconds = (at: Date): number => Math.floor(at.getTime() / 1000)

interface Span {
  readonly start: Date
  readonly end: Date
}

/** A running subscription, as Stripe represents it after its checkout is paid. */
export const subscriptionShape = (
  id: string,
  customer: string,
  { org, product, start, end }: Span & { readonly org: string; readonly product: ProductKey },
): Stripe.Subscription => {
  const plain = shape<Stripe.Subscription>('subscription', {})
  const [item] = plain.items.data
  if (item === undefined) throw new Error('The published subscription has no item')
  const price = { ...item.price, lookup_key: product, unit_amount: PRODUCTS[product].cents }
  const period = { current_period_start: seconds(start), current_period_end: seconds(end) }
  return {
    ...plain,
    id,
    customer,
    status: 'active',
    created: seconds(start),
    start_date: seconds(start),
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    metadata: { ...orderMarkOf(org, product) },
    items: { ...plain.items, data: [{ ...item, ...period, price, subscription: id }] },
  }
}

/** The paid invoice of a subscription period. */
export const invoiceShape = (
  id: string,
  subscription: Stripe.Subscription,
  { start, end, reason }: Span & { readonly reason: string },
): Stripe.Invoice => {
  const plain = shape<Stripe.Invoice>('invoice', {})
  const [line] = plain.lines.data
  const cents = subscription.items.data[0]?.price.unit_amount ?? 0
  const parent = {
    type: 'subscription_item_details',
    invoice_item_details: null,
    subscription_item_details: { subscription: subscription.id, proration: false, invoice_item: null },
  }
  const period = { start: seconds(start), end: seconds(end) }
  return {
    ...plain,
    id,
    customer: subscription.customer,
    status: 'paid',
    billing_reason: reason,
    created: seconds(start),
    amount_paid: cents,
    amount_due: cents,
    total: cents,
    period_start: seconds(start),
    period_end: seconds(start),
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
    },
    lines: { ...plain.lines, data: [{ ...line, amount: cents, period, parent }] },
  } as unknown as Stripe.Invoice
}

/** A successful payment of a one-time product. */
export const paymentShape = (
  id: string,
  customer: string,
  { org, product, at }: { readonly org: string; readonly product: ProductKey; readonly at: Date },
): Stripe.PaymentIntent => {
  const { cents } = PRODUCTS[product]
  const members = { id, customer, status: 'succeeded', amount: cents, amount_received: cents, created: seconds(at) }
  return shape('payment_intent', { ...members, metadata: { ...orderMarkOf(org, product) } })
}

export const refundShape = (id: string, payment_intent: string, amount: number, at: Date): Stripe.Refund =>
  shape('refund', { id, payment_intent, amount, status: 'succeeded', created: seconds(at), metadata: {} })

export const disputeShape = (id: string, payment_intent: string, amount: number, at: Date): Stripe.Dispute =>
  shape('dispute', { id, payment_intent, amount, status: 'needs_response', created: seconds(at) })

export const sessionShape = (
  id: string,
  customer: string,
  payment_intent: string | null,
  at: Date,
): Stripe.Checkout.Session =>
  shape('checkout.session', {
    id,
    customer,
    payment_intent,
    created: seconds(at),
    expires_at: seconds(at) + 86_400,
    status: 'complete',
    payment_status: 'paid',
    url: null,
  })

/** An event as Stripe sends it to an endpoint. */
export const eventShape = (id: string, type: string, object: object, at: Date): Stripe.Event =>
  shape('event', {
    id,
    type,
    created: seconds(at),
    livemode: false,
    api_version: '2026-10-28.endive',
    data: { object: structuredClone(object) },
  })
