import { afterAsync, sessionWith } from './checkout.ts'
import { afterPayment } from './collection.ts'
import type { Desk } from './desk.ts'
import type { Invoice, PaymentIntent } from './wire-objects.ts'

const invoiceWith = ({ book }: Desk, intent: string): Invoice | undefined => {
  const payment = [...book.list('invoice_payment')].find((each) => each.payment.payment_intent === intent)
  return book.get('invoice', payment?.invoice ?? '')
}

/** Whatever waited for a payment hears what has become of it: its invoice, its subscription, its checkout. */
export const followUp = (desk: Desk, intent: PaymentIntent): void => {
  const invoice = invoiceWith(desk, intent.id)
  if (invoice?.status === 'open') afterPayment(desk, invoice, intent)
  const session = sessionWith(desk, invoice ? { invoice: invoice.id } : { payment_intent: intent.id })
  if (session) afterAsync(desk, session, intent.status === 'succeeded')
}
