import { type Desk, requireObject, storeObject } from './desk.ts'
import { completeList } from './listing.ts'
import type {
  Customer,
  Invoice,
  InvoicePayment,
  PaymentIntent,
  Subscription,
  SubscriptionItem,
  WireObject,
} from './wire-objects.ts'

type Line = WireObject<Invoice['lines']['data'][number]>

const lineOf = (desk: Desk, invoice: string, subscription: Subscription, item: SubscriptionItem): Line => {
  const { price, quantity = 1 } = item
  const amount = (price.unit_amount ?? 0) * quantity
  const product = requireObject(desk, 'product', price.product)
  return {
    id: desk.book.partId('il_'),
    object: 'line_item',
    amount,
    currency: price.currency,
    description: `${quantity} × ${product.name} (at $${((price.unit_amount ?? 0) / 100).toFixed(2)} / month)`,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    metadata: subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription: subscription.id,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period: { start: item.current_period_start, end: item.current_period_end },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: price.product },
      type: 'price_details',
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity,
    quantity_decimal: String(quantity),
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  }
}

export interface NewInvoice {
  readonly subscription: Subscription
  readonly reason: 'subscription_create' | 'subscription_cycle'
  /** Time for which usage would be billed: the previous period, in seconds since the epoch. */
  readonly period: { readonly start: number; readonly end: number }
}

const amountsOf = (total: number) => ({
  amount_due: total,
  amount_overpaid: 0,
  amount_paid: 0,
  amount_remaining: total,
  amount_shipping: 0,
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  starting_balance: 0,
  subtotal: total,
  subtotal_excluding_tax: total,
  total,
  total_discount_amounts: [],
  total_excluding_tax: total,
  total_pretax_credit_amounts: [],
  total_taxes: [],
})

/** Fields with the same value in every new invoice. */
const FIXED_FIELDS = {
  account_country: 'US',
  account_name: 'Signet',
  account_tax_ids: null,
  application: null,
  custom_fields: null,
  customer_account: null,
  customer_address: null,
  customer_phone: null,
  customer_shipping: null,
  customer_tax_exempt: 'none',
  customer_tax_ids: [],
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  due_date: null,
  ending_balance: null,
  footer: null,
  from_invoice: null,
  last_finalization_error: null,
  latest_revision: null,
  metadata: {},
  on_behalf_of: null,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  statement_descriptor: null,
  test_clock: null,
  webhooks_delivered_at: null,
} satisfies Partial<Invoice>

export const newInvoice = (desk: Desk, { subscription, reason, period }: NewInvoice): Invoice => {
  const { book } = desk
  const id = book.newId('invoice')
  const lines = subscription.items.data.map((item) => lineOf(desk, id, subscription, item))
  const customer = requireObject(desk, 'customer', subscription.customer) as Customer
  const invoice: Invoice = {
    ...FIXED_FIELDS,
    ...amountsOf(lines.reduce((sum, { amount }) => sum + amount, 0)),
    id,
    object: 'invoice',
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: book.now(),
    currency: subscription.currency,
    customer: customer.id,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    effective_at: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    lines: completeList(`/v1/invoices/${id}/lines`, lines),
    livemode: false,
    next_payment_attempt: null,
    number: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: period.end,
    period_start: period.start,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
  }
  return storeObject(desk, 'invoice', invoice, 'invoice.created')
}

export const subscriptionOf = ({ parent }: Invoice): string | undefined => parent?.subscription_details?.subscription

/** Returns the payments of an invoice, newest first. */
export const paymentsOf = ({ book }: Pick<Desk, 'book'>, invoice: string): InvoicePayment[] =>
  [...book.list('invoice_payment')].filter((payment) => payment.invoice === invoice)

export const newInvoicePayment = (desk: Desk, invoice: Invoice, intent: PaymentIntent): InvoicePayment => {
  const { book } = desk
  return storeObject(desk, 'invoice_payment', {
    id: book.newId('invoice_payment'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: intent.amount,
    created: book.now(),
    currency: intent.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  })
}
