import type { RowTable } from '@signet/kernel'
import { PACKS, PRODUCTS, type ProductKey } from '@signet/ledger'
import type { reversalRow } from '../contract/billing-rows.ts'
import { noteMonth } from '../plans/reversed-months.ts'
import { type SettleDeps, settleCustomer, withoutDuplicates } from '../plans/settle-customer.ts'
import type { PaidInvoice, Reversal, Subscription } from '../stripe/payment-processor.ts'
import { isPack, type PaymentDeps, settlePayment } from './settle-payment.ts'

export interface ReversalDeps extends SettleDeps, Omit<PaymentDeps, 'processor' | 'customers' | 'books'> {
  readonly reversals: RowTable<typeof reversalRow>
}

interface PaidProduct {
  readonly org: string
  readonly product: ProductKey
  readonly month?: { readonly invoice: PaidInvoice; readonly subscription: Subscription }
}

/**
 * Returns the subscription of an invoice. Ends duplicates first, because the refund of a month may be reported before
 * its subscription's purchase.
 */
const subscriptionOf = async (
  deps: ReversalDeps,
  { customerId, subscriptionId }: PaidInvoice,
): Promise<Subscription | undefined> => {
  const subscriptions = await withoutDuplicates(deps, customerId)
  return subscriptions.find(({ id }) => id === subscriptionId) ?? deps.processor.subscription(subscriptionId)
}

const productPaidBy = async (deps: ReversalDeps, paymentId: string): Promise<PaidProduct | undefined> => {
  const { processor, customers } = deps
  const payment = await processor.payment(paymentId)
  // Grants the purchase before it is reversed, because its own event may not have arrived yet.
  if (payment) await settlePayment(deps)(payment)
  const org = payment?.customerId && (await customers.organizationOf(payment.customerId))
  if (!payment || !org) return undefined
  if (payment.product !== undefined) return { org, product: payment.product }
  // For the payment of an invoice, the subscription determines the product.
  const invoice = await processor.invoiceOf(paymentId)
  const subscription = invoice && (await subscriptionOf(deps, invoice))
  if (!invoice || !subscription?.product) return undefined
  return { org, product: subscription.product, month: { invoice, subscription } }
}

/** Ends the plan and the credits of a reversed month, or restores them. @returns whether the month's record changed */
const settleMonth = async (deps: ReversalDeps, { org, month }: PaidProduct): Promise<boolean> => {
  if (month === undefined) return false
  const { invoice, subscription } = month
  const hasChanged = await noteMonth(deps, org, invoice, subscription)
  // Also runs for a known month, in case an earlier run was interrupted after noteMonth.
  await settleCustomer(deps)(invoice.customerId, invoice)
  return hasChanged
}

/**
 * Returns the credits that correspond to a refund: the refunded part of the pack. Monthly credits end with their month.
 */
const creditsOf = (product: ProductKey, cents: number): number => {
  if (!isPack(product)) return 0
  const pack = PACKS[product]
  return Math.min(pack.credits, Math.floor((pack.credits * cents) / pack.cents))
}

/**
 * Takes back the grant for returned money, once per refund or dispute, and restores it if the money comes back. Credits
 * spent in the meantime become a debt. @returns whether a record changed
 */
export const settleReversal =
  (deps: ReversalDeps) =>
  async (reversal: Reversal): Promise<boolean> => {
    const { processor, reversals, books, now } = deps
    const { id, paymentId, cents, state, isOfDuplicate } = reversal
    if (isOfDuplicate || state === 'open' || paymentId === undefined) return false
    const paid = await productPaidBy(deps, paymentId)
    // A product without a SKU grants nothing, so nothing can be taken back.
    if (!paid || PRODUCTS[paid.product].sku === undefined) return false
    const hasMonthChanged = await settleMonth(deps, paid)
    const key = { mode: processor.mode, org: paid.org, id }
    const credits = creditsOf(paid.product, cents)
    const refund = { op: 'refund', account_id: paid.org, refund_id: id, credits, cents } as const
    if (state === 'taken') {
      // The row is written first: if the money comes back before this booking, both bookings happen then.
      const isNew = await reversals.putNew(key, { id, credits, cents, booked_at: now().toISOString() })
      await books.book(refund)
      return isNew || hasMonthChanged
    }
    // The money came back. The refund is booked first, in case its booking was interrupted.
    if (!(await reversals.get(key))) return hasMonthChanged
    await books.book(refund)
    if (credits > 0) await books.book({ op: 'give', account_id: paid.org, gift_id: `kept-${id}`, credits })
    return hasMonthChanged
  }
