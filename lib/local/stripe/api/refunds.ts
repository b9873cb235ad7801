import type { Stripe } from 'stripe'
import * as z from 'zod'
import { changed, type Desk, existing } from '../desk.ts'
import { invalid } from '../fault.ts'
import { listOf, metadata, paramsOf, text, whole, withMetadata } from '../parameters.ts'
import { refund } from '../refunds.ts'
import type { Charge, Refund } from '../wire-objects.ts'
import { fits, operation, readOperations } from './operation.ts'

const creating = paramsOf<Stripe.RefundCreateParams>()({
  amount: whole.optional(),
  charge: text.optional(),
  metadata: metadata.optional(),
  payment_intent: text.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
})
const updating = paramsOf<Stripe.RefundUpdateParams>()({ metadata: metadata.optional() })
const of = { charge: text.optional(), payment_intent: text.optional() }
const listing = listOf<Stripe.RefundListParams>()(of)
const listingCharges = listOf<Stripe.ChargeListParams>()({ customer: text.optional(), payment_intent: text.optional() })
const listingDisputes = listOf<Stripe.DisputeListParams>()(of)

const chargeOf = (desk: Desk, { charge, payment_intent }: z.infer<typeof creating>): Charge => {
  if (charge !== undefined && payment_intent !== undefined)
    throw invalid('You may only specify one of these parameters: charge, payment_intent.')
  if (charge !== undefined) return existing(desk, 'charge', charge, 'charge')
  if (payment_intent === undefined)
    throw invalid('One of the following params should be provided for this request: payment_intent or charge.')
  const intent = existing(desk, 'payment_intent', payment_intent, 'payment_intent')
  const latest = desk.book.get('charge', intent.latest_charge ?? '')
  if (!latest?.paid)
    throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
      param: 'payment_intent',
    })
  return latest
}

const create = (desk: Desk, given: z.infer<typeof creating>): Refund =>
  refund(desk, chargeOf(desk, given), {
    amount: given.amount,
    reason: given.reason,
    metadata: withMetadata({}, given.metadata),
  })

const update = (desk: Desk, given: z.infer<typeof updating>, id: string): Refund => {
  const old = existing(desk, 'refund', id)
  return changed(desk, 'refund', old, { metadata: withMetadata(old.metadata ?? {}, given.metadata) }, 'refund.updated')
}

export const refundOperations = [
  operation('POST /v1/refunds', creating, create),
  ...readOperations('/v1/refunds', 'refund', listing, (each, given) => fits(each, given, ['charge', 'payment_intent'])),
  operation('POST /v1/refunds/:id', updating, update),
  ...readOperations('/v1/charges', 'charge', listingCharges, (each, given) =>
    fits(each, given, ['customer', 'payment_intent']),
  ),
  ...readOperations('/v1/disputes', 'dispute', listingDisputes, (each, given) =>
    fits(each, given, ['charge', 'payment_intent']),
  ),
]
