import type { Stripe } from 'stripe'
import * as z from 'zod'
import { collect } from '../collection.ts'
import { type Desk, existing } from '../desk.ts'
import { invalid } from '../fault.ts'
import { subscriptionOf } from '../invoices.ts'
import { listPage } from '../listing.ts'
import { flag, listOf, paramsOf, text } from '../parameters.ts'
import { methodOf } from '../payment-methods.ts'
import { fits, operation, readOperations, StripeRefusal } from './operation.ts'

const listing = listOf<Stripe.InvoiceListParams>()({
  customer: text.optional(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
  subscription: text.optional(),
})
const listingPayments = listOf<Stripe.InvoicePaymentListParams>()({
  invoice: text.optional(),
  payment: z.strictObject({ type: z.literal('payment_intent'), payment_intent: text }).optional(),
  status: z.enum(['open', 'paid', 'canceled']).optional(),
})
const listingLines = listOf<Stripe.InvoiceListLineItemsParams>()({})
const paying = paramsOf<Stripe.InvoicePayParams>()({
  off_session: flag.optional(),
  payment_method: text.optional(),
})

const payInvoice = (desk: Desk, given: z.infer<typeof paying>, id: string): object => {
  const invoice = existing(desk, 'invoice', id)
  if (invoice.status === 'paid') throw invalid('Invoice is already paid', { code: 'invoice_already_paid' })
  if (invoice.status !== 'open') throw invalid(`Invoice ${id} is ${invoice.status}: only an open invoice can be paid.`)
  const method = given.payment_method === undefined ? undefined : methodOf(desk, given.payment_method, 'payment_method')
  const paid = collect(desk, invoice, { isOffSession: given.off_session ?? true }, method)
  if (paid.status === 'paid') return paid
  return new StripeRefusal(402, { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' })
}

export const invoiceOperations = [
  ...readOperations(
    '/v1/invoices',
    'invoice',
    listing,
    (invoice, given) =>
      fits(invoice, given, ['customer', 'status']) &&
      (given.subscription === undefined || subscriptionOf(invoice) === given.subscription),
  ),
  operation('GET /v1/invoices/:id/lines', listingLines, (desk, given, id) =>
    listPage(`/v1/invoices/${id}/lines`, existing(desk, 'invoice', id).lines.data, given),
  ),
  operation('POST /v1/invoices/:id/pay', paying, payInvoice),
  ...readOperations(
    '/v1/invoice_payments',
    'invoice_payment',
    listingPayments,
    (each, given) =>
      fits(each, given, ['invoice', 'status']) &&
      (given.payment === undefined || each.payment.payment_intent === given.payment.payment_intent),
  ),
]
