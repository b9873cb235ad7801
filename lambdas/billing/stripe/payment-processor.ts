import type { PackId, ProductKey, Sku } from '@signet/ledger'

export type Mode = 'test' | 'live'

/** A subscription; `product` is `undefined` if it gives no tier. Times are ISO 8601 UTC. */
export interface Subscription {
  readonly id: string
  readonly customerId: string
  /** Status at the processor: active, past_due, canceled … */
  readonly status: string
  readonly product: ProductKey | undefined
  readonly createdAt: string
  /** Start of the period of the item that ends first. */
  readonly periodStart: string
  readonly periodEnd: string
  readonly endsAt: string | undefined
  readonly endedAt: string | undefined
  /** The older subscription, if this one was bought in addition to it by mistake. */
  readonly duplicateOf: string | undefined
}

export interface PaidInvoice {
  readonly id: string
  readonly customerId: string
  readonly subscriptionId: string
  /** True if the invoice starts or renews a period; other invoices grant nothing. */
  readonly isOfPeriod: boolean
  readonly cents: number
  readonly periodStart: string
  readonly periodEnd: string
}

export interface ListedInvoice {
  readonly id: string
  readonly createdAt: string
  /** Total in the smallest unit of the currency. */
  readonly amount: number
  /** ISO 4217 code in lower case. */
  readonly currency: string
  /** Status at the processor: open, paid, uncollectible or void. */
  readonly status: string
  readonly url: string | undefined
}

export interface CheckoutSession {
  readonly id: string
  readonly customerId: string | undefined
  readonly isOpen: boolean
  readonly isPaid: boolean
  readonly url: string | undefined
  readonly expiresAt: string
  readonly paymentId: string | undefined
}

export interface Payment {
  readonly id: string
  readonly customerId: string | undefined
  readonly isPaid: boolean
  readonly cents: number
  readonly createdAt: string
  /** One-time product; `undefined` for the payment of an invoice. */
  readonly product: ProductKey | undefined
}

/** Returned money: a refund or a disputed payment. */
export interface Reversal {
  readonly id: string
  readonly paymentId: string | undefined
  readonly cents: number
  /** `taken`: the money was returned; `open`: undecided; `kept`: the money was not returned, or came back. */
  readonly state: 'taken' | 'open' | 'kept'
  readonly isOfDuplicate: boolean
}

export interface CheckoutOrder {
  readonly customerId: string
  readonly orgId: string
  readonly product: ProductKey
  readonly successUrl: string
  readonly cancelUrl: string
}

export interface SavedCardOrder {
  readonly customerId: string
  readonly orgId: string
  readonly product: PackId
  readonly method: string
  /** Finds the payment if the response to the charge is lost. */
  readonly reference: string
}

export type CardCharge =
  | { readonly state: 'paid'; readonly payment: Payment }
  /** The bank has not decided yet; an event will report the outcome. */
  | { readonly state: 'pending'; readonly paymentId: string }
  /** `reason` as reported by the processor: card_declined, insufficient_funds, authentication_required … */
  | { readonly state: 'declined'; readonly reason: string }

/**
 * Metadata that marks a purchase at the processor. The processor returns it with every object that results from the
 * purchase.
 */
export interface OrderMark {
  readonly orgId: string
  readonly productKey: ProductKey
  readonly kind: 'credit_pack' | 'product' | 'subscription'
  readonly sku?: Sku
}

/**
 * Calls to the payment processor. A call with a key takes effect once, however often it is repeated. Objects that do
 * not exist are `undefined`.
 * @throws ProcessorError if the processor does not respond or refuses. The outcome of the call is then unknown: repeat
 * it with the same key
 */
export interface PaymentProcessor {
  readonly mode: Mode
  createCustomer(orgId: string, key: string): Promise<string>
  /**
   * Deletes a customer with cards and addresses, and ends subscriptions immediately. Does nothing if the customer does
   * not exist.
   */
  deleteCustomer(customerId: string): Promise<void>
  hasSavedCard(customerId: string): Promise<boolean | undefined>
  /** Returns the card for charges without the customer present: the default card, otherwise the newest. */
  savedCard(customerId: string): Promise<string | undefined>
  chargeSavedCard(order: SavedCardOrder, key: string): Promise<CardCharge>
  cardChargeOf(order: SavedCardOrder, since: Date): Promise<CardCharge | undefined>
  openCheckout(order: CheckoutOrder, key: string): Promise<CheckoutSession>
  checkout(id: string): Promise<CheckoutSession | undefined>
  portalUrl(customerId: string, returnUrl: string): Promise<string | undefined>
  /** Lists all subscriptions of a customer, including ended ones, oldest first. */
  subscriptions(customerId: string): Promise<readonly Subscription[]>
  subscription(id: string): Promise<Subscription | undefined>
  cancelAtPeriodEnd(id: string): Promise<Subscription | undefined>
  /** Ends a duplicate subscription at once, and refunds its payments. */
  endDuplicate(id: string, originalId: string): Promise<void>
  invoice(id: string): Promise<PaidInvoice | undefined>
  paidInvoices(customerId: string, since: Date): Promise<readonly PaidInvoice[]>
  /** Lists the newest invoices of a customer without drafts; empty if the customer does not exist. */
  listedInvoices(customerId: string, limit: number): Promise<readonly ListedInvoice[]>
  payment(id: string): Promise<Payment | undefined>
  invoiceOf(paymentId: string): Promise<PaidInvoice | undefined>
  /** Returns the amount of an invoice that is currently refunded or disputed, in US cents. */
  returnedAmountOf(invoiceId: string): Promise<number>
  refund(id: string): Promise<Reversal | undefined>
  refundsOf(chargeId: string): Promise<readonly Reversal[]>
  dispute(id: string): Promise<Reversal | undefined>
  /** Lists customers with subscriptions, or with an invoice paid since then, each once. */
  payingCustomers(since: Date): AsyncIterable<string>
  paymentsSince(since: Date): AsyncIterable<Payment>
  reversalsSince(since: Date): AsyncIterable<Reversal>
}

/** The processor did not respond, or refused a valid call. */
export class ProcessorError extends Error {
  override readonly name = 'ProcessorError'
  /** Stripe replayed a stored error for this idempotency key; retry with a new key. */
  readonly isRepeated: boolean
  constructor(message: string, { isRepeated = false }: { readonly isRepeated?: boolean } = {}) {
    super(message)
    this.isRepeated = isRepeated
  }
}

/**
 * Creates the processor on first use.
 * @throws Refusal 503 without credentials
 */
export type LoadProcessor = () => Promise<PaymentProcessor>
