import type { Stripe } from 'stripe'
import { existing } from '../desk.ts'
import { listOf, NOTHING, paramsOf, text } from '../parameters.ts'
import { attach, detach, methodOf, setUp } from '../payment-methods.ts'
import { customerOf } from './customers.ts'
import { fits, operation, readOperations } from './operation.ts'

const attaching = paramsOf<Stripe.PaymentMethodAttachParams>()({ customer: text })
const listing = listOf<Stripe.PaymentMethodListParams>()({ customer: text.optional(), type: text.optional() })

export const paymentMethodOperations = [
  ...readOperations(
    '/v1/payment_methods',
    'payment_method',
    listing,
    (method, given) =>
      (given.customer !== undefined || method.customer !== null) && fits(method, given, ['customer', 'type']),
  ),
  operation('POST /v1/payment_methods/:id/attach', attaching, (desk, given, id) => {
    const method = attach(desk, methodOf(desk, id), customerOf(desk, given.customer, 'customer').id)
    setUp(desk, method.id)
    return method
  }),
  operation('POST /v1/payment_methods/:id/detach', NOTHING, (desk, _, id) =>
    detach(desk, existing(desk, 'payment_method', id)),
  ),
]
