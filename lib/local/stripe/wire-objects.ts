import type { Stripe } from 'stripe'

/**
 * An object of the SDK as sent and stored: expandable fields are IDs, decimals are text. It is checked against the
 * SDK's types, so a field that its API version does not have is a compile error.
 */
export type WireObject<T> = string extends T
  ? Extract<T, string | null | undefined>
  : T extends Stripe.Decimal
    ? string
    : T extends readonly (infer I)[]
      ? WireObject<I>[]
      : T extends object
        ? { [K in keyof T]: WireObject<T[K]> }
        : T

export type Customer = WireObject<Stripe.Customer>
export type Product = WireObject<Stripe.Product>
export type Price = WireObject<Stripe.Price>
export type Session = WireObject<Stripe.Checkout.Session>
export type LineItem = WireObject<Stripe.LineItem>
export type Subscription = WireObject<Stripe.Subscription>
export type SubscriptionItem = WireObject<Stripe.SubscriptionItem>
export type Invoice = WireObject<Stripe.Invoice>
export type InvoicePayment = WireObject<Stripe.InvoicePayment>
export type PaymentIntent = WireObject<Stripe.PaymentIntent>
export type PaymentMethod = WireObject<Stripe.PaymentMethod>
export type Charge = WireObject<Stripe.Charge>
export type Refund = WireObject<Stripe.Refund>
export type Dispute = WireObject<Stripe.Dispute>
export type PortalSession = WireObject<Stripe.BillingPortal.Session>
export type PortalConfiguration = WireObject<Stripe.BillingPortal.Configuration>

export type DeletedCustomer = WireObject<Stripe.DeletedCustomer>

/** An event as stored and signed; its object is a snapshot. */
export interface StripeEvent {
  readonly id: string
  readonly object: 'event'
  readonly api_version: string
  readonly created: number
  readonly data: { readonly object: object; readonly previous_attributes?: object }
  readonly livemode: false
  readonly pending_webhooks: number
  readonly request: { readonly id: string | null; readonly idempotency_key: string | null }
  readonly type: EventType
}

export type EventType = Stripe.Event['type']

/** Every kind of stored object, by its `object` field, or by the name of additional data. */
export interface Kinds {
  readonly customer: Customer | DeletedCustomer
  readonly product: Product
  readonly price: Price
  readonly 'checkout.session': Session
  readonly subscription: Subscription
  readonly invoice: Invoice
  readonly invoice_payment: InvoicePayment
  readonly payment_intent: PaymentIntent
  readonly payment_method: PaymentMethod
  readonly charge: Charge
  readonly refund: Refund
  readonly dispute: Dispute
  readonly 'billing_portal.session': PortalSession
  readonly 'billing_portal.configuration': PortalConfiguration
  readonly event: StripeEvent
}
export type Kind = keyof Kinds

export const PREFIXES: Readonly<Record<Kind, string>> = {
  customer: 'cus_',
  product: 'prod_',
  price: 'price_',
  'checkout.session': 'cs_test_',
  subscription: 'sub_',
  invoice: 'in_',
  invoice_payment: 'inpay_',
  payment_intent: 'pi_',
  payment_method: 'pm_',
  charge: 'ch_',
  refund: 're_',
  dispute: 'dp_',
  'billing_portal.session': 'bps_',
  'billing_portal.configuration': 'bpc_',
  event: 'evt_',
}

export const kindOf = (id: string): Kind | undefined =>
  (Object.keys(PREFIXES) as Kind[]).find((kind) => id.startsWith(PREFIXES[kind]))
