import type { Stripe } from 'stripe'
import * as z from 'zod'
import type { Decline } from '../charges.ts'
import { type Desk, requireObject, updateObject } from '../desk.ts'
import { invalidRequest } from '../fault.ts'
import { booleanText, integerText, listOf, metadata, paramsOf, text, withMetadata } from '../parameters.ts'
import { findOrCreateMethod } from '../payment-methods.ts'
import { attemptPayment, cardError, newPaymentIntent } from '../payments.ts'
import type { PaymentIntent, PaymentMethod } from '../wire-objects.ts'
import { customerOf } from './customers.ts'
import { CommittedError, matchesFilters, operation, readOperations } from './operation.ts'
import { searchOperation } from './search.ts'

/** Stripe's minimum for a charge in US dollars, in cents. */
const MIN_CENTS = 50

const futureUsage = z.enum(['off_session', 'on_session'])
const automaticMethods = z.strictObject({
  enabled: z.literal('true'),
  allow_redirects: z.enum(['always', 'never']).optional(),
})
const createParams = paramsOf<Stripe.PaymentIntentCreateParams>()({
  amount: integerText,
  currency: z.literal('usd', 'the local stand-in supports usd only'),
  automatic_payment_methods: automaticMethods.optional(),
  confirm: booleanText.optional(),
  customer: text.optional(),
  description: text.optional(),
  error_on_requires_action: booleanText.optional(),
  metadata: metadata.optional(),
  off_session: booleanText.optional(),
  payment_method: text.optional(),
  receipt_email: text.optional(),
  return_url: text.optional(),
  setup_future_usage: futureUsage.optional(),
  statement_descriptor_suffix: text.optional(),
})
const confirmParams = paramsOf<Stripe.PaymentIntentConfirmParams>()({
  error_on_requires_action: booleanText.optional(),
  off_session: booleanText.optional(),
  payment_method: text.optional(),
  return_url: text.optional(),
})
const cancelParams = paramsOf<Stripe.PaymentIntentCancelParams>()({
  cancellation_reason: z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']).optional(),
})
const listParams = listOf<Stripe.PaymentIntentListParams>()({ customer: text.optional() })

type Confirmation = Pick<z.infer<typeof confirmParams>, 'off_session' | 'error_on_requires_action'>

/** A payment method may only pay for the customer to which it is attached. */
const assertSameCustomer = (intent: PaymentIntent, { id, customer }: PaymentMethod): void => {
  if (customer === null || customer === intent.customer) return
  throw invalidRequest(
    `The provided PaymentMethod ${id} belongs to a customer. The PaymentIntent must have the same customer.`,
    { code: 'payment_intent_invalid_parameter', param: 'payment_method' },
  )
}

/** Confirms the intent. A decline is an error that the intent records. */
const confirm = (desk: Desk, intent: PaymentIntent, method: PaymentMethod, params: Confirmation): object => {
  assertSameCustomer(intent, method)
  const isOffSession = params.off_session ?? false
  const result = attemptPayment(desk, intent, method, { isOffSession })
  if (result.status === 'requires_action' && params.error_on_requires_action)
    throw invalidRequest('This payment required an authentication action to complete.', {
      code: 'authentication_required',
    })
  if (result.status !== 'requires_payment_method') return result
  const { code, decline_code, message = '', charge } = result.last_payment_error ?? {}
  const decline: Decline = {
    code: code === 'authentication_required' ? 'authentication_required' : 'card_declined',
    message,
    ...(decline_code !== undefined && { decline_code }),
  }
  return new CommittedError(
    402,
    cardError(decline, { payment_intent: result, payment_method: method, ...(charge !== undefined && { charge }) }),
  )
}

const create = (desk: Desk, params: z.infer<typeof createParams>): object => {
  if (params.amount < MIN_CENTS)
    throw invalidRequest('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' })
  if (params.off_session !== undefined && params.confirm !== true)
    throw invalidRequest('You can only pass off_session when confirm is true.', { param: 'off_session' })
  const customer = params.customer === undefined ? null : customerOf(desk, params.customer, 'customer').id
  const method =
    params.payment_method === undefined ? undefined : findOrCreateMethod(desk, params.payment_method, 'payment_method')
  const created = newPaymentIntent(desk, {
    amount: params.amount,
    currency: params.currency,
    customer,
    description: params.description ?? null,
    metadata: withMetadata({}, params.metadata),
    setup_future_usage: params.setup_future_usage ?? null,
    statement_descriptor_suffix: params.statement_descriptor_suffix ?? null,
  })
  const intent = updateObject(desk, 'payment_intent', created, {
    receipt_email: params.receipt_email ?? null,
    ...(method && { payment_method: method.id, status: 'requires_confirmation' }),
  })
  if (params.confirm !== true) return intent
  if (!method)
    throw invalidRequest('You cannot confirm this PaymentIntent because it’s missing a payment method.', {
      code: 'payment_intent_unexpected_state',
    })
  return confirm(desk, intent, method, params)
}

const unexpectedState = ({ id, status }: PaymentIntent, verb: string) =>
  invalidRequest(`This PaymentIntent’s (${id}) status is ${status}: it cannot be ${verb}.`, {
    code: 'payment_intent_unexpected_state',
  })

const confirmIntent = (desk: Desk, params: z.infer<typeof confirmParams>, id: string): object => {
  const intent = requireObject(desk, 'payment_intent', id)
  if (['succeeded', 'canceled', 'processing'].includes(intent.status)) throw unexpectedState(intent, 'confirmed')
  const method = params.payment_method ?? intent.payment_method
  if (method === null) throw unexpectedState(intent, 'confirmed without a payment method')
  return confirm(desk, intent, findOrCreateMethod(desk, method, 'payment_method'), params)
}

const cancel = (desk: Desk, params: z.infer<typeof cancelParams>, id: string): PaymentIntent => {
  const intent = requireObject(desk, 'payment_intent', id)
  if (['succeeded', 'canceled', 'processing'].includes(intent.status)) throw unexpectedState(intent, 'canceled')
  const changes = {
    status: 'canceled',
    canceled_at: desk.book.now(),
    cancellation_reason: params.cancellation_reason ?? null,
    next_action: null,
  } as const
  return updateObject(desk, 'payment_intent', intent, changes, 'payment_intent.canceled')
}

export const paymentIntentOperations = [
  operation('POST /v1/payment_intents', createParams, create),
  ...readOperations('/v1/payment_intents', 'payment_intent', listParams, (intent, params) =>
    matchesFilters(intent, params, ['customer']),
  ),
  searchOperation('/v1/payment_intents', 'payment_intent'),
  operation('POST /v1/payment_intents/:id/confirm', confirmParams, confirmIntent),
  operation('POST /v1/payment_intents/:id/cancel', cancelParams, cancel),
]
