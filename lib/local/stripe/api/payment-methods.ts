import type { Stripe } from 'stripe'
import { existing } from '../desk.ts'
import { listPage } from '../listing.ts'
import { listOf, NOTHING, paramsOf, text } from '../parameters.ts'
import { attach, detach, methodOf, setUp } from '../payment-methods.ts'
import { customerOf } from './customers.ts'
import { operation } from './operation.ts'

const attaching = paramsOf<Stripe.PaymentMethodAttachParams>()({ customer: text })
const listing = listOf<Stripe.PaymentMethodListParams>()({ customer: text.optional(), type: text.optional() })

export const paymentMethodOperations = [
  operation('GET /v1/payment_methods', listing, ({ book }, given) => {
    const rows = [...book.list('payment_method')].filter(
      ({ customer, type }) =>
        (given.customer === undefined ? customer !== null : customer === given.customer) &&
        (given.type === undefined || type === given.type),
    )
    return listPage('/v1/payment_methods', rows, given)
  }),
  operation('GET /v1/payment_methods/:id', NOTHING, (desk, _, id) => existing(desk, 'payment_method', id)),
  operation('POST /v1/payment_methods/:id/attach', attaching, (desk, given, id) => {
    const method = attach(desk, methodOf(desk, id), customerOf(desk, given.customer, 'customer').id)
    setUp(desk, method.id)
    return method
  }),
  operation('POST /v1/payment_methods/:id/detach', NOTHING, (desk, _, id) =>
    detach(desk, existing(desk, 'payment_method', id)),
  ),
]
