import type { Stripe } from 'stripe'
import * as z from 'zod'
import { type Desk, requireObject, updateObject } from '../desk.ts'
import { invalidRequest } from '../fault.ts'
import { integerText, listOf, metadata, paramsOf, text, withMetadata } from '../parameters.ts'
import { refund } from '../refunds.ts'
import type { Charge, Refund } from '../wire-objects.ts'
import { matchesFilters, operation, readOperations } from './operation.ts'

const createParams = paramsOf<Stripe.RefundCreateParams>()({
  amount: integerText.optional(),
  charge: text.optional(),
  metadata: metadata.optional(),
  payment_intent: text.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
})
const updateParams = paramsOf<Stripe.RefundUpdateParams>()({ metadata: metadata.optional() })
const filterParams = { charge: text.optional(), payment_intent: text.optional() }
const listParams = listOf<Stripe.RefundListParams>()(filterParams)
const listChargesParams = listOf<Stripe.ChargeListParams>()({
  customer: text.optional(),
  payment_intent: text.optional(),
})
const listDisputesParams = listOf<Stripe.DisputeListParams>()(filterParams)

const chargeOf = (desk: Desk, { charge, payment_intent }: z.infer<typeof createParams>): Charge => {
  if (charge !== undefined && payment_intent !== undefined)
    throw invalidRequest('You may only specify one of these parameters: charge, payment_intent.')
  if (charge !== undefined) return requireObject(desk, 'charge', charge, 'charge')
  if (payment_intent === undefined)
    throw invalidRequest('One of the following params should be provided for this request: payment_intent or charge.')
  const intent = requireObject(desk, 'payment_intent', payment_intent, 'payment_intent')
  const latestCharge = desk.book.get('charge', intent.latest_charge ?? '')
  if (!latestCharge?.paid)
    throw invalidRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
      param: 'payment_intent',
    })
  return latestCharge
}

const create = (desk: Desk, params: z.infer<typeof createParams>): Refund =>
  refund(desk, chargeOf(desk, params), {
    amount: params.amount,
    reason: params.reason,
    metadata: withMetadata({}, params.metadata),
  })

const update = (desk: Desk, params: z.infer<typeof updateParams>, id: string): Refund => {
  const current = requireObject(desk, 'refund', id)
  return updateObject(
    desk,
    'refund',
    current,
    { metadata: withMetadata(current.metadata ?? {}, params.metadata) },
    'refund.updated',
  )
}

export const refundOperations = [
  operation('POST /v1/refunds', createParams, create),
  ...readOperations('/v1/refunds', 'refund', listParams, (each, params) =>
    matchesFilters(each, params, ['charge', 'payment_intent']),
  ),
  operation('POST /v1/refunds/:id', updateParams, update),
  ...readOperations('/v1/charges', 'charge', listChargesParams, (each, params) =>
    matchesFilters(each, params, ['customer', 'payment_intent']),
  ),
  ...readOperations('/v1/disputes', 'dispute', listDisputesParams, (each, params) =>
    matchesFilters(each, params, ['charge', 'payment_intent']),
  ),
]
