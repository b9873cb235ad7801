import { type Decline, newCharge } from './charges.ts'
import { type Desk, requireObject, storeObject, updateObject } from './desk.ts'
import type { ErrorBody } from './fault.ts'
import { allowOffSession, attachMethod, methodFactsOf } from './payment-methods.ts'
import type { PaymentIntent, PaymentMethod } from './wire-objects.ts'

/** Time until a bank debit succeeds or fails: four days. */
const DEBIT_MS = 4 * 86_400_000

export interface NewPayment extends Pick<PaymentIntent, 'amount' | 'currency' | 'customer' | 'metadata'> {
  readonly description?: string | null
  readonly setup_future_usage?: PaymentIntent['setup_future_usage']
  readonly statement_descriptor_suffix?: string | null
}

/** Fields with the same value in every new payment intent. */
const FIXED_FIELDS = {
  allowed_payment_method_types: null,
  application: null,
  application_fee_amount: null,
  customer_account: null,
  excluded_payment_method_types: null,
  managed_payments: null,
  on_behalf_of: null,
  payment_method_configuration_details: null,
  payment_method_options: {},
  payment_record: null,
  receipt_email: null,
  review: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  transfer_data: null,
  transfer_group: null,
} satisfies Partial<PaymentIntent>

export const newPaymentIntent = (desk: Desk, payment: NewPayment): PaymentIntent => {
  const { book } = desk
  const id = book.newId('payment_intent')
  const intent: PaymentIntent = {
    ...FIXED_FIELDS,
    id,
    object: 'payment_intent',
    amount: payment.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    automatic_payment_methods: { enabled: true, allow_redirects: 'always' },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${book.partId('')}`,
    confirmation_method: 'automatic',
    created: book.now(),
    currency: payment.currency,
    customer: payment.customer,
    description: payment.description ?? null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: payment.metadata,
    next_action: null,
    payment_method: null,
    payment_method_types: ['card', 'us_bank_account'],
    processing: null,
    setup_future_usage: payment.setup_future_usage ?? null,
    statement_descriptor_suffix: payment.statement_descriptor_suffix ?? null,
    status: 'requires_payment_method',
  }
  return storeObject(desk, 'payment_intent', intent, 'payment_intent.created')
}

export interface PaymentContext {
  readonly isOffSession: boolean
  readonly isAuthenticated?: boolean
}

type Outcome = 'paid' | 'requires_action' | 'processing' | Decline

const cardDecline = (decline_code: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  decline_code,
  message,
})

const GENERIC_DECLINE = cardDecline('generic_decline')

const FAIL_NEXT = 'fail-next'

/** Plans failures of the next charges of one customer, or of all (`*`). */
export const planFailures = ({ book }: Pick<Desk, 'book'>, customer: string, times: number): void =>
  book.setNote(FAIL_NEXT, customer, times > 0 ? times : undefined)

/** Checks whether a failure is planned for this charge, and consumes it. */
const isPlannedToFail = (desk: Desk, customer: string | null): boolean => {
  for (const key of [customer, '*']) {
    const remaining = key === null ? 0 : Number(desk.book.getNote(FAIL_NEXT, key) ?? 0)
    if (key === null || remaining === 0) continue
    planFailures(desk, key, remaining - 1)
    return true
  }
  return false
}

export const outcomeOf = (
  desk: Desk,
  method: PaymentMethod,
  customer: string | null,
  context: PaymentContext,
): Outcome => {
  if (isPlannedToFail(desk, customer)) return cardDecline('generic_decline')
  const { behavior, mayPayOffSession } = methodFactsOf(desk, method.id)
  const { isOffSession, isAuthenticated = false } = context
  switch (behavior) {
    case 'pays':
      return 'paid'
    case 'declined':
      return cardDecline('generic_decline')
    case 'insufficient_funds':
      return cardDecline('insufficient_funds', 'Your card has insufficient funds.')
    case 'fails_later':
      return isOffSession ? GENERIC_DECLINE : 'paid'
    case 'authenticates_once':
      return isAuthenticated || (isOffSession && mayPayOffSession) ? 'paid' : 'requires_action'
    case 'authenticates_always':
      return isAuthenticated ? 'paid' : 'requires_action'
    case 'debit_pays':
    case 'debit_fails':
      return 'processing'
  }
}

/** Reason of a decline if the card holder is absent and cannot confirm. */
export const AUTHENTICATION_REQUIRED: Decline = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}

export const cardError = (
  { code, decline_code, message }: Decline,
  extraFields: Partial<ErrorBody> = {},
): ErrorBody => ({
  type: 'card_error',
  code,
  ...(decline_code !== undefined && { decline_code }),
  message,
  ...extraFields,
})

/** Fails the payment: the intent requires another payment method. */
export const failPayment = (
  desk: Desk,
  intent: PaymentIntent,
  method: PaymentMethod,
  decline: Decline,
): PaymentIntent => {
  const charge = newCharge(desk, intent, method, decline)
  const { code, decline_code, message } = decline
  const error: NonNullable<PaymentIntent['last_payment_error']> = {
    charge: charge.id,
    code,
    ...(decline_code !== undefined && { decline_code }),
    message,
    payment_method: method,
    type: 'card_error',
  }
  const changes: Partial<PaymentIntent> = {
    status: 'requires_payment_method',
    last_payment_error: error,
    latest_charge: charge.id,
    next_action: null,
    payment_method: null,
    processing: null,
  }
  return updateObject(desk, 'payment_intent', intent, changes, 'payment_intent.payment_failed')
}

export const succeedPayment = (desk: Desk, intent: PaymentIntent, method: PaymentMethod): PaymentIntent => {
  const charge = newCharge(desk, intent, method)
  if (intent.setup_future_usage !== null && intent.customer !== null) {
    attachMethod(desk, requireObject(desk, 'payment_method', method.id), intent.customer)
    if (intent.setup_future_usage === 'off_session') allowOffSession(desk, method.id)
  }
  const changes: Partial<PaymentIntent> = {
    status: 'succeeded',
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: method.id,
    processing: null,
  }
  return updateObject(desk, 'payment_intent', intent, changes, 'payment_intent.succeeded')
}

const redirectOf = ({ base }: Desk, id: string): PaymentIntent['next_action'] => ({
  type: 'redirect_to_url',
  redirect_to_url: { return_url: null, url: `${base}/authenticate/${id}` },
})

/** Attempts the payment; the returned status is the outcome. */
export const attemptPayment = (
  desk: Desk,
  intent: PaymentIntent,
  method: PaymentMethod,
  context: PaymentContext,
): PaymentIntent => {
  const outcome = outcomeOf(desk, method, intent.customer, context)
  if (outcome === 'paid') return succeedPayment(desk, intent, method)
  if (outcome === 'processing') {
    desk.book.due.plan({ task: 'settle', id: intent.id, at: desk.book.clock.now() + DEBIT_MS })
    const changes: Partial<PaymentIntent> = { status: 'processing', payment_method: method.id, next_action: null }
    return updateObject(desk, 'payment_intent', intent, changes, 'payment_intent.processing')
  }
  if (outcome !== 'requires_action') return failPayment(desk, intent, method, outcome)
  if (context.isOffSession) return failPayment(desk, intent, method, AUTHENTICATION_REQUIRED)
  const changes: Partial<PaymentIntent> = {
    status: 'requires_action',
    payment_method: method.id,
    next_action: redirectOf(desk, intent.id),
  }
  return updateObject(desk, 'payment_intent', intent, changes, 'payment_intent.requires_action')
}

export const settlePayment = (desk: Desk, intent: PaymentIntent): PaymentIntent => {
  if (intent.status !== 'processing' || intent.payment_method === null) return intent
  const method = requireObject(desk, 'payment_method', intent.payment_method)
  if (methodFactsOf(desk, method.id).behavior !== 'debit_fails') return succeedPayment(desk, intent, method)
  const message = 'The customer’s account has insufficient funds to cover this payment.'
  return failPayment(desk, intent, method, {
    code: 'payment_method_not_available',
    decline_code: 'insufficient_funds',
    message,
  })
}
