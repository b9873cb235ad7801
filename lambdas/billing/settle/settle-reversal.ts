import type { Clock, RowTable } from '@signet/kernel'
import { PACKS, PRODUCTS, type ProductKey } from '@signet/ledger'
import type { reversalRow } from '../contract/billing-rows.ts'
import type { PaymentProcessor, Reversal } from '../stripe/payment-processor.ts'
import { isPack, type PaymentDeps, settlePayment } from './settle-payment.ts'

export interface ReversalDeps extends PaymentDeps {
  readonly processor: PaymentProcessor
  readonly reversals: RowTable<typeof reversalRow>
  readonly now: Clock
}

/** The paid product and its buyer. */
interface Paid {
  readonly org: string
  readonly product: ProductKey
}

const paidBy = async (deps: ReversalDeps, paymentId: string): Promise<Paid | undefined> => {
  const { processor, customers } = deps
  const payment = await processor.payment(paymentId)
  // Grant the purchase before it is reversed: its own event may still be on its way.
  if (payment) await settlePayment(deps)(payment)
  const org = payment?.customerId && (await customers.organisationOf(payment.customerId))
  if (!payment || !org) return undefined
  if (payment.product !== undefined) return { org, product: payment.product }
  // The payment of an invoice: its subscription knows the product.
  const invoice = await processor.invoiceOf(paymentId)
  const subscription = invoice && (await processor.subscription(invoice.subscriptionId))
  return subscription?.product && { org, product: subscription.product }
}

/** Credits that correspond to a refund: the paid part of the pack. Monthly credits end with the plan. */
const creditsOf = (product: ProductKey, cents: number): number => {
  if (!isPack(product)) return 0
  const pack = PACKS[product]
  return Math.min(pack.credits, Math.floor((pack.credits * cents) / pack.cents))
}

/**
 * Takes back the grant of returned money, once for each refund or dispute, and gives it again if the money came back
 * after all. Credits spent meanwhile become a debt.
 *
 * @returns whether it was new
 */
export const settleReversal =
  (deps: ReversalDeps) =>
  async (reversal: Reversal): Promise<boolean> => {
    const { processor, reversals, books, now } = deps
    const { id, paymentId, cents, state, isOfDuplicate } = reversal
    if (isOfDuplicate || state === 'open' || paymentId === undefined) return false
    const paid = await paidBy(deps, paymentId)
    // Only products in the ledger's tables were booked there.
    if (!paid || PRODUCTS[paid.product].sku === undefined) return false
    const key = { mode: processor.mode, org: paid.org, id }
    const credits = creditsOf(paid.product, cents)
    const taken = { op: 'refund', account_id: paid.org, refund_id: id, credits, cents } as const
    if (state === 'taken') {
      // The row first: if the money comes back before this is booked, both are booked then.
      const isNew = await reversals.putNew(key, { id, credits, cents, booked_at: now().toISOString() })
      await books.book(taken)
      return isNew
    }
    if (!(await reversals.get(key))) return false
    await books.book(taken)
    if (credits > 0) await books.book({ op: 'give', account_id: paid.org, gift_id: `kept-${id}`, credits })
    return false
  }
