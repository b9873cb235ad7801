import type { Stripe } from 'stripe'
import * as z from 'zod'
import type { Decline } from '../charges.ts'
import { changed, type Desk, existing } from '../desk.ts'
import { invalid } from '../fault.ts'
import { flag, listOf, metadata, paramsOf, text, whole, withMetadata } from '../parameters.ts'
import { methodOf } from '../payment-methods.ts'
import { cardError, newPaymentIntent, pay } from '../payments.ts'
import type { PaymentIntent, PaymentMethod } from '../wire-objects.ts'
import { customerOf } from './customers.ts'
import { fits, operation, readOperations, StripeRefusal } from './operation.ts'
import { searchOperation } from './search.ts'

/** Stripe's minimum for a charge in US dollars, in cents. */
const MIN_CENTS = 50

const future = z.enum(['off_session', 'on_session'])
const automatic = z.strictObject({
  enabled: z.literal('true'),
  allow_redirects: z.enum(['always', 'never']).optional(),
})
const creating = paramsOf<Stripe.PaymentIntentCreateParams>()({
  amount: whole,
  currency: z.literal('usd', 'the local stand-in supports usd only'),
  automatic_payment_methods: automatic.optional(),
  confirm: flag.optional(),
  customer: text.optional(),
  description: text.optional(),
  error_on_requires_action: flag.optional(),
  metadata: metadata.optional(),
  off_session: flag.optional(),
  payment_method: text.optional(),
  receipt_email: text.optional(),
  return_url: text.optional(),
  setup_future_usage: future.optional(),
  statement_descriptor_suffix: text.optional(),
})
const confirming = paramsOf<Stripe.PaymentIntentConfirmParams>()({
  error_on_requires_action: flag.optional(),
  off_session: flag.optional(),
  payment_method: text.optional(),
  return_url: text.optional(),
})
const canceling = paramsOf<Stripe.PaymentIntentCancelParams>()({
  cancellation_reason: z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']).optional(),
})
const listing = listOf<Stripe.PaymentIntentListParams>()({ customer: text.optional() })

type Confirmation = Pick<z.infer<typeof confirming>, 'off_session' | 'error_on_requires_action'>

/** A payment method may only pay for the customer to which it is attached. */
const assertTheirs = (intent: PaymentIntent, { id, customer }: PaymentMethod): void => {
  if (customer === null || customer === intent.customer) return
  throw invalid(
    `The provided PaymentMethod ${id} belongs to a customer. The PaymentIntent must have the same customer.`,
    { code: 'payment_intent_invalid_parameter', param: 'payment_method' },
  )
}

/** Confirms the intent. A decline is an error that the intent records. */
const confirm = (desk: Desk, intent: PaymentIntent, method: PaymentMethod, given: Confirmation): object => {
  assertTheirs(intent, method)
  const isOffSession = given.off_session ?? false
  const paid = pay(desk, intent, method, { isOffSession })
  if (paid.status === 'requires_action' && given.error_on_requires_action)
    throw invalid('This payment required an authentication action to complete.', {
      code: 'authentication_required',
    })
  if (paid.status !== 'requires_payment_method') return paid
  const { code, decline_code, message = '', charge } = paid.last_payment_error ?? {}
  const decline: Decline = {
    code: code === 'authentication_required' ? 'authentication_required' : 'card_declined',
    message,
    ...(decline_code !== undefined && { decline_code }),
  }
  return new StripeRefusal(
    402,
    cardError(decline, { payment_intent: paid, payment_method: method, ...(charge !== undefined && { charge }) }),
  )
}

const create = (desk: Desk, given: z.infer<typeof creating>): object => {
  if (given.amount < MIN_CENTS)
    throw invalid('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' })
  if (given.off_session !== undefined && given.confirm !== true)
    throw invalid('You can only pass off_session when confirm is true.', { param: 'off_session' })
  const customer = given.customer === undefined ? null : customerOf(desk, given.customer, 'customer').id
  const method = given.payment_method === undefined ? undefined : methodOf(desk, given.payment_method, 'payment_method')
  const created = newPaymentIntent(desk, {
    amount: given.amount,
    currency: given.currency,
    customer,
    description: given.description ?? null,
    metadata: withMetadata({}, given.metadata),
    setup_future_usage: given.setup_future_usage ?? null,
    statement_descriptor_suffix: given.statement_descriptor_suffix ?? null,
  })
  const intent = changed(desk, 'payment_intent', created, {
    receipt_email: given.receipt_email ?? null,
    ...(method && { payment_method: method.id, status: 'requires_confirmation' }),
  })
  if (given.confirm !== true) return intent
  if (!method)
    throw invalid('You cannot confirm this PaymentIntent because it’s missing a payment method.', {
      code: 'payment_intent_unexpected_state',
    })
  return confirm(desk, intent, method, given)
}

const unexpected = ({ id, status }: PaymentIntent, verb: string) =>
  invalid(`This PaymentIntent’s (${id}) status is ${status}: it cannot be ${verb}.`, {
    code: 'payment_intent_unexpected_state',
  })

const confirmLater = (desk: Desk, given: z.infer<typeof confirming>, id: string): object => {
  const intent = existing(desk, 'payment_intent', id)
  if (['succeeded', 'canceled', 'processing'].includes(intent.status)) throw unexpected(intent, 'confirmed')
  const method = given.payment_method ?? intent.payment_method
  if (method === null) throw unexpected(intent, 'confirmed without a payment method')
  return confirm(desk, intent, methodOf(desk, method, 'payment_method'), given)
}

const cancel = (desk: Desk, given: z.infer<typeof canceling>, id: string): PaymentIntent => {
  const intent = existing(desk, 'payment_intent', id)
  if (['succeeded', 'canceled', 'processing'].includes(intent.status)) throw unexpected(intent, 'canceled')
  const changes = {
    status: 'canceled',
    canceled_at: desk.book.now(),
    cancellation_reason: given.cancellation_reason ?? null,
    next_action: null,
  } as const
  return changed(desk, 'payment_intent', intent, changes, 'payment_intent.canceled')
}

export const paymentIntentOperations = [
  operation('POST /v1/payment_intents', creating, create),
  ...readOperations('/v1/payment_intents', 'payment_intent', listing, (intent, given) =>
    fits(intent, given, ['customer']),
  ),
  searchOperation('/v1/payment_intents', 'payment_intent'),
  operation('POST /v1/payment_intents/:id/confirm', confirming, confirmLater),
  operation('POST /v1/payment_intents/:id/cancel', canceling, cancel),
]
