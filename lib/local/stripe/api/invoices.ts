import type { Stripe } from 'stripe'
import * as z from 'zod'
import { collectInvoice } from '../collection.ts'
import { type Desk, requireObject } from '../desk.ts'
import { invalidRequest } from '../fault.ts'
import { subscriptionOf } from '../invoices.ts'
import { listPage } from '../listing.ts'
import { booleanText, listOf, paramsOf, text } from '../parameters.ts'
import { findOrCreateMethod } from '../payment-methods.ts'
import { CommittedError, matchesFilters, operation, readOperations } from './operation.ts'

const listParams = listOf<Stripe.InvoiceListParams>()({
  customer: text.optional(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
  subscription: text.optional(),
})
const listPaymentsParams = listOf<Stripe.InvoicePaymentListParams>()({
  invoice: text.optional(),
  payment: z.strictObject({ type: z.literal('payment_intent'), payment_intent: text }).optional(),
  status: z.enum(['open', 'paid', 'canceled']).optional(),
})
const listLinesParams = listOf<Stripe.InvoiceListLineItemsParams>()({})
const payParams = paramsOf<Stripe.InvoicePayParams>()({
  off_session: booleanText.optional(),
  payment_method: text.optional(),
})

const payInvoice = (desk: Desk, params: z.infer<typeof payParams>, id: string): object => {
  const invoice = requireObject(desk, 'invoice', id)
  if (invoice.status === 'paid') throw invalidRequest('Invoice is already paid', { code: 'invoice_already_paid' })
  if (invoice.status !== 'open')
    throw invalidRequest(`Invoice ${id} is ${invoice.status}: only an open invoice can be paid.`)
  const method =
    params.payment_method === undefined ? undefined : findOrCreateMethod(desk, params.payment_method, 'payment_method')
  const paid = collectInvoice(desk, invoice, { isOffSession: params.off_session ?? true }, method)
  if (paid.status === 'paid') return paid
  return new CommittedError(402, { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' })
}

export const invoiceOperations = [
  ...readOperations(
    '/v1/invoices',
    'invoice',
    listParams,
    (invoice, params) =>
      matchesFilters(invoice, params, ['customer', 'status']) &&
      (params.subscription === undefined || subscriptionOf(invoice) === params.subscription),
  ),
  operation('GET /v1/invoices/:id/lines', listLinesParams, (desk, params, id) =>
    listPage(`/v1/invoices/${id}/lines`, requireObject(desk, 'invoice', id).lines.data, params),
  ),
  operation('POST /v1/invoices/:id/pay', payParams, payInvoice),
  ...readOperations(
    '/v1/invoice_payments',
    'invoice_payment',
    listPaymentsParams,
    (each, params) =>
      matchesFilters(each, params, ['invoice', 'status']) &&
      (params.payment === undefined || each.payment.payment_intent === params.payment.payment_intent),
  ),
]
