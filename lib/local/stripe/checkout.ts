import { applyPayment, firstInvoice, intentOf, markInvoicePaid } from './collection.ts'
import { type Desk, requireObject, storeObject, updateObject } from './desk.ts'
import { allowOffSession, attachMethod } from './payment-methods.ts'
import { attemptPayment, newPaymentIntent, outcomeOf, type PaymentContext, succeedPayment } from './payments.ts'
import { newSubscription } from './subscriptions.ts'
import type { Customer, Invoice, LineItem, PaymentIntent, PaymentMethod, Price, Session } from './wire-objects.ts'

type Metadata = Record<string, string>

/** Data of a checkout session that the object itself does not contain. */
export interface CheckoutPlan {
  readonly items: readonly LineItem[]
  readonly subscriptionMetadata: Metadata
  readonly payment: {
    readonly metadata: Metadata
    readonly description: string | null
    readonly setup_future_usage: PaymentIntent['setup_future_usage']
  }
  /** The payment method that awaits the confirmation of its holder. */
  readonly waitingMethodId?: string
}

const PLAN = 'checkout-plan'
export const planOf = ({ book }: Desk, session: string): CheckoutPlan => book.getNote(PLAN, session) as CheckoutPlan
const setPlan = ({ book }: Desk, session: string, plan: CheckoutPlan): void => book.setNote(PLAN, session, plan)

export const newLineItem = (desk: Desk, price: Price, quantity: number): LineItem => {
  const amount = (price.unit_amount ?? 0) * quantity
  return {
    id: desk.book.partId('li_'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: requireObject(desk, 'product', price.product).name,
    metadata: {},
    price,
    quantity,
  }
}

/** Fields with the same value in every new session. */
const FIXED_FIELDS = {
  adaptive_pricing: { enabled: false },
  after_expiration: null,
  allow_promotion_codes: null,
  allowed_payment_method_types: null,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
  customer_account: null,
  discounts: [],
  integration_identifier: null,
  invoice_creation: null,
  locale: null,
  managed_payments: null,
  origin_context: null,
  payment_link: null,
  payment_method_configuration_details: null,
  payment_method_options: {},
  payment_method_types: ['card', 'us_bank_account'],
  permissions: null,
  phone_number_collection: { enabled: false },
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  submit_type: null,
  ui_mode: 'hosted_page',
  wallet_options: null,
} satisfies Partial<Session>

interface NewSession
  extends Pick<
    Session,
    | 'mode'
    | 'success_url'
    | 'cancel_url'
    | 'client_reference_id'
    | 'metadata'
    | 'customer'
    | 'customer_email'
    | 'expires_at'
  > {
  readonly plan: CheckoutPlan
}

const customerDetailsOf = (desk: Desk, { customer, customer_email }: NewSession): Session['customer_details'] => {
  const payer = customer === null ? undefined : (requireObject(desk, 'customer', customer, 'customer') as Customer)
  const email = payer?.email ?? customer_email
  if (email === null) return null
  const name = payer?.name ?? null
  return {
    address: null,
    business_name: null,
    email,
    individual_name: null,
    name,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  }
}

export const newSession = (desk: Desk, newFields: NewSession): Session => {
  const { book } = desk
  const { plan, ...sessionFields } = newFields
  const id = book.newId('checkout.session')
  const total = plan.items.reduce((sum, { amount_total }) => sum + amount_total, 0)
  const session: Session = {
    ...FIXED_FIELDS,
    ...sessionFields,
    id,
    object: 'checkout.session',
    amount_subtotal: total,
    amount_total: total,
    created: book.now(),
    currency: plan.items[0]?.currency ?? 'usd',
    customer_creation: newFields.customer === null ? (newFields.mode === 'payment' ? 'if_required' : 'always') : null,
    customer_details: customerDetailsOf(desk, newFields),
    invoice: null,
    livemode: false,
    payment_intent: null,
    payment_method_collection: newFields.mode === 'payment' ? 'if_required' : 'always',
    payment_status: 'unpaid',
    status: 'open',
    subscription: null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    url: `${desk.base}/checkout/${id}`,
  }
  setPlan(desk, id, plan)
  book.due.plan({ task: 'expire', id, at: newFields.expires_at * 1000 })
  return storeObject(desk, 'checkout.session', session)
}

export const expireSession = (desk: Desk, session: Session): Session =>
  updateObject(desk, 'checkout.session', session, { status: 'expired', url: null }, 'checkout.session.expired')

type Attempt =
  | { readonly kind: 'complete'; readonly session: Session }
  | { readonly kind: 'requires_action' }
  | { readonly kind: 'declined'; readonly message: string }

const completeSession = (desk: Desk, session: Session, changes: Partial<Session>): Attempt => {
  const completed = updateObject(
    desk,
    'checkout.session',
    session,
    { ...changes, status: 'complete', url: null },
    'checkout.session.completed',
  )
  return { kind: 'complete', session: completed }
}

const awaitConfirmation = (desk: Desk, session: Session, method: PaymentMethod): Attempt => {
  setPlan(desk, session.id, { ...planOf(desk, session.id), waitingMethodId: method.id })
  return { kind: 'requires_action' }
}

/** Pays a one-time session. Creates its intent at the first attempt and retries the same intent later. */
const payOnce = (desk: Desk, session: Session, method: PaymentMethod, context: PaymentContext): Attempt => {
  const { payment } = planOf(desk, session.id)
  const intent =
    desk.book.get('payment_intent', session.payment_intent ?? '') ??
    newPaymentIntent(desk, {
      ...payment,
      amount: session.amount_total ?? 0,
      currency: session.currency ?? 'usd',
      customer: session.customer,
    })
  const paidIntent = attemptPayment(desk, intent, method, context)
  const updated = updateObject(desk, 'checkout.session', session, { payment_intent: paidIntent.id })
  if (paidIntent.status === 'requires_action') return awaitConfirmation(desk, updated, method)
  if (paidIntent.status === 'succeeded') return completeSession(desk, updated, { payment_status: 'paid' })
  if (paidIntent.status === 'processing') return completeSession(desk, updated, { payment_status: 'unpaid' })
  return { kind: 'declined', message: paidIntent.last_payment_error?.message ?? 'Your card was declined.' }
}

/** Pays a subscription session. Creates the subscription only when its first payment has succeeded or is processing. */
const subscribe = (desk: Desk, session: Session, method: PaymentMethod, context: PaymentContext): Attempt => {
  const { customer } = session
  if (customer === null) throw new Error(`Session ${session.id} has no customer for the subscription`)
  const outcome = outcomeOf(desk, method, customer, context)
  if (outcome === 'requires_action') return awaitConfirmation(desk, session, method)
  if (outcome !== 'paid' && outcome !== 'processing') return { kind: 'declined', message: outcome.message }
  attachMethod(desk, method, customer)
  allowOffSession(desk, method.id)
  const { items, subscriptionMetadata } = planOf(desk, session.id)
  const pricedItems = items.flatMap(({ price, quantity }) => (price ? [{ price, quantity: quantity ?? 1 }] : []))
  const metadata = subscriptionMetadata
  const defaultMethod = method.id
  const subscription = newSubscription(desk, {
    customer,
    items: pricedItems,
    metadata,
    defaultMethod,
    status: 'active',
  })
  const invoice = firstInvoice(desk, subscription)
  const intent = intentOf(desk, invoice)
  const attached = requireObject(desk, 'payment_method', method.id)
  if (outcome === 'paid') {
    succeedPayment(desk, intent, attached)
    markInvoicePaid(desk, invoice)
  } else attemptPayment(desk, intent, attached, context)
  const payment_status = outcome === 'paid' ? 'paid' : 'unpaid'
  return completeSession(desk, session, { subscription: subscription.id, invoice: invoice.id, payment_status })
}

export const payCheckout = (desk: Desk, session: Session, method: PaymentMethod, context: PaymentContext): Attempt =>
  session.mode === 'subscription' ? subscribe(desk, session, method, context) : payOnce(desk, session, method, context)

export const waitingMethod = (desk: Desk, session: Session): PaymentMethod | undefined =>
  desk.book.get('payment_method', planOf(desk, session.id).waitingMethodId ?? '')

const sessionWith = (
  desk: Desk,
  reference: Partial<Pick<Session, 'payment_intent' | 'invoice'>>,
): Session | undefined => {
  for (const session of desk.book.list('checkout.session')) {
    if (reference.payment_intent && session.payment_intent === reference.payment_intent) return session
    if (reference.invoice && session.invoice === reference.invoice) return session
  }
  return undefined
}

/** Completes a session whose delayed payment has succeeded or failed. */
const settleAsyncPayment = (desk: Desk, session: Session, hasSucceeded: boolean): void => {
  if (session.status !== 'complete' || session.payment_status === 'paid') return
  if (!hasSucceeded) desk.emit('checkout.session.async_payment_failed', session)
  else
    updateObject(
      desk,
      'checkout.session',
      session,
      { payment_status: 'paid' },
      'checkout.session.async_payment_succeeded',
    )
}

const invoiceOfIntent = ({ book }: Desk, intent: string): Invoice | undefined => {
  const payment = [...book.list('invoice_payment')].find((each) => each.payment.payment_intent === intent)
  return book.get('invoice', payment?.invoice ?? '')
}

/** Updates the invoice, subscription and checkout session that depend on the payment. */
export const updateDependents = (desk: Desk, intent: PaymentIntent): void => {
  const invoice = invoiceOfIntent(desk, intent.id)
  if (invoice?.status === 'open') applyPayment(desk, invoice, intent)
  const session = sessionWith(desk, invoice ? { invoice: invoice.id } : { payment_intent: intent.id })
  if (session) settleAsyncPayment(desk, session, intent.status === 'succeeded')
}
