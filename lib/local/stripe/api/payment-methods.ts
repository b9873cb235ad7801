import type { Stripe } from 'stripe'
import { requireObject } from '../desk.ts'
import { listOf, NO_PARAMS, paramsOf, text } from '../parameters.ts'
import { allowOffSession, attachMethod, detachMethod, findOrCreateMethod } from '../payment-methods.ts'
import { customerOf } from './customers.ts'
import { matchesFilters, operation, readOperations } from './operation.ts'

const attachParams = paramsOf<Stripe.PaymentMethodAttachParams>()({ customer: text })
const listParams = listOf<Stripe.PaymentMethodListParams>()({ customer: text.optional(), type: text.optional() })

export const paymentMethodOperations = [
  ...readOperations(
    '/v1/payment_methods',
    'payment_method',
    listParams,
    (method, params) =>
      (params.customer !== undefined || method.customer !== null) &&
      matchesFilters(method, params, ['customer', 'type']),
  ),
  operation('POST /v1/payment_methods/:id/attach', attachParams, (desk, params, id) => {
    const method = attachMethod(desk, findOrCreateMethod(desk, id), customerOf(desk, params.customer, 'customer').id)
    allowOffSession(desk, method.id)
    return method
  }),
  operation('POST /v1/payment_methods/:id/detach', NO_PARAMS, (desk, _, id) =>
    detachMethod(desk, requireObject(desk, 'payment_method', id)),
  ),
]
