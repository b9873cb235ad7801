import type { RowTable } from '@signet/kernel'
import { PACKS, type PackId, type ProductKey } from '@signet/ledger'
import type { CustomerTable } from '../accounts/customer-table.ts'
import type { Books } from '../books/books.ts'
import type { purchaseRow } from '../contract/billing-rows.ts'
import type { Payment, PaymentProcessor } from '../stripe/payment-processor.ts'

export interface PaymentDeps {
  readonly processor: Pick<PaymentProcessor, 'mode'>
  readonly customers: Pick<CustomerTable, 'organisationOf'>
  readonly purchases: RowTable<typeof purchaseRow>
  readonly books: Pick<Books, 'book'>
}

/** Whether the product is credits. */
export const isPack = (product: ProductKey): product is PackId => Object.hasOwn(PACKS, product)

/**
 * Keeps what was bought once, and has credits granted for it: by the id of the payment, so that the page that was paid on
 * and the payment itself may both tell of it.
 *
 * @returns whether it was not known.
 */
export const settlePayment =
  ({ processor: { mode }, customers, purchases, books }: PaymentDeps) =>
  async ({ id, customerId, isPaid, product, cents, createdAt }: Payment): Promise<boolean> => {
    if (!isPaid || product === undefined || customerId === undefined) return false
    const org = await customers.organisationOf(customerId)
    if (org === undefined) return false
    if (isPack(product)) await books.book({ op: 'grant_pack', account_id: org, payment_id: id, pack_id: product })
    return purchases.putNew({ mode, org, payment: id }, { payment_id: id, product, cents, paid_at: createdAt })
  }
