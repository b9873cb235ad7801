import type { PackId, ProductKey, Sku } from '@signet/ledger'

/** Whose ids are whose: those of the test mode and of the live mode have nothing to do with one another. */
export type Mode = 'test' | 'live'

/** What a subscription gives, or `undefined` for one of a product that gives no tier. Times are ISO 8601 UTC. */
export interface Subscription {
  readonly id: string
  readonly customerId: string
  /** As the processor names it: active, past_due, canceled … */
  readonly status: string
  /** `undefined`: of nothing that we sell. */
  readonly product: ProductKey | undefined
  readonly createdAt: string
  /** Of the item whose period ends first. */
  readonly periodStart: string
  readonly periodEnd: string
  /** When it is going to end, where that is known. */
  readonly endsAt: string | undefined
  readonly endedAt: string | undefined
  /** The subscription that this one was bought beside by mistake. */
  readonly duplicateOf: string | undefined
}

/** An invoice that was paid for a period of a subscription. */
export interface PaidInvoice {
  readonly id: string
  readonly customerId: string
  readonly subscriptionId: string
  /** Whether it begins or renews a period: whatever else is invoiced grants nothing. */
  readonly isOfPeriod: boolean
  readonly cents: number
  readonly periodStart: string
  readonly periodEnd: string
}

export interface CheckoutSession {
  readonly id: string
  readonly customerId: string | undefined
  readonly isOpen: boolean
  /** Whether what it sells once is paid. */
  readonly isPaid: boolean
  readonly url: string | undefined
  readonly expiresAt: string
  /** The payment of something that is sold once. */
  readonly paymentId: string | undefined
}

/** A payment of something that is sold once, or of an invoice. */
export interface Payment {
  readonly id: string
  readonly customerId: string | undefined
  readonly isPaid: boolean
  readonly cents: number
  readonly createdAt: string
  /** What was sold once; `undefined` for the payment of an invoice. */
  readonly product: ProductKey | undefined
}

/** Money that goes back: a refund, or what a bank has taken by a dispute. */
export interface Reversal {
  readonly id: string
  readonly paymentId: string | undefined
  readonly cents: number
  /** `taken`: the money is gone; `open`: that is not decided; `kept`: it stayed, or came back. */
  readonly state: 'taken' | 'open' | 'kept'
  /** Of an invoice that granted nothing. */
  readonly isOfDuplicate: boolean
}

export interface CheckoutOrder {
  readonly customerId: string
  readonly orgId: string
  readonly product: ProductKey
  readonly successUrl: string
  readonly cancelUrl: string
}

/** A pack of credits that the saved card pays for, with nobody at a page. */
export interface SavedCardOrder {
  readonly customerId: string
  readonly orgId: string
  readonly product: PackId
  /** The card, as the processor names it. */
  readonly method: string
  /** What the payment is found by, should its answer be lost. */
  readonly reference: string
}

/** What became of a charge of a saved card. */
export type CardCharge =
  | { readonly state: 'paid'; readonly payment: Payment }
  /** The bank has not decided; an event will tell. */
  | { readonly state: 'pending'; readonly paymentId: string }
  /** `reason` in the processor's words: card_declined, insufficient_funds, authentication_required … */
  | { readonly state: 'declined'; readonly reason: string }

/** What a purchase of a product is told to the processor as: it comes back with everything that follows from it. */
export interface OrderMark {
  readonly orgId: string
  readonly productKey: ProductKey
  readonly kind: 'credit_pack' | 'product' | 'subscription'
  readonly sku?: Sku
}

/**
 * The payment processor, by the calls that are made. A call with a key happens once, however often it is made with it.
 * What is not there is `undefined`.
 *
 * @throws ProcessorFailed where it does not answer or refuses: what became of the call is not known; make it again with the same key.
 */
export interface PaymentProcessor {
  readonly mode: Mode
  createCustomer(orgId: string, key: string): Promise<string>
  hasSavedCard(customerId: string): Promise<boolean | undefined>
  /** The card that is charged when nobody is there: the one that the customer prefers, else the newest. */
  savedCard(customerId: string): Promise<string | undefined>
  chargeSavedCard(order: SavedCardOrder, key: string): Promise<CardCharge>
  /** What a charge of that reference came to, since then. */
  cardChargeOf(order: SavedCardOrder, since: Date): Promise<CardCharge | undefined>
  openCheckout(order: CheckoutOrder, key: string): Promise<CheckoutSession>
  checkout(id: string): Promise<CheckoutSession | undefined>
  /** The page for invoices and cards. */
  portalUrl(customerId: string, returnUrl: string): Promise<string | undefined>
  /** All of a customer, those that have ended included, oldest first. */
  subscriptions(customerId: string): Promise<readonly Subscription[]>
  subscription(id: string): Promise<Subscription | undefined>
  cancelAtPeriodEnd(id: string): Promise<Subscription | undefined>
  /** Ends a subscription at once that was bought beside another, and pays back what was paid for it. */
  endDuplicate(id: string, of: string): Promise<void>
  invoice(id: string): Promise<PaidInvoice | undefined>
  paidInvoices(customerId: string, since: Date): Promise<readonly PaidInvoice[]>
  payment(id: string): Promise<Payment | undefined>
  /** The invoice that a payment paid. */
  invoiceOf(paymentId: string): Promise<PaidInvoice | undefined>
  refund(id: string): Promise<Reversal | undefined>
  refundsOf(chargeId: string): Promise<readonly Reversal[]>
  dispute(id: string): Promise<Reversal | undefined>
  /** Customers that have subscriptions, or have paid an invoice since then, each once. */
  payingCustomers(since: Date): AsyncIterable<string>
  /** Payments of products that are sold once, since then, and what has gone back of any. */
  paymentsSince(since: Date): AsyncIterable<Payment>
  reversalsSince(since: Date): AsyncIterable<Reversal>
}

/** The processor did not answer, or refused what should have been taken. */
export class ProcessorFailed extends Error {
  override readonly name = 'ProcessorFailed'
  /** It repeats what it said to an earlier call with the key, and will for a day: only another key gets an answer. */
  readonly isRepeated: boolean
  constructor(message: string, { isRepeated = false }: { readonly isRepeated?: boolean } = {}) {
    super(message)
    this.isRepeated = isRepeated
  }
}

/** Makes the processor when it is first needed. @throws Refusal 503 while no credentials are there. */
export type LoadProcessor = () => Promise<PaymentProcessor>
