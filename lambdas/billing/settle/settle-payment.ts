import type { RowTable } from '@signet/kernel'
import { PACKS, type PackId, type ProductKey } from '@signet/ledger'
import type { CustomerTable } from '../accounts/customer-table.ts'
import type { Books } from '../books/books.ts'
import type { purchaseRow } from '../contract/billing-rows.ts'
import type { Payment, PaymentProcessor } from '../stripe/payment-processor.ts'

export interface PaymentDeps {
  readonly processor: Pick<PaymentProcessor, 'mode'>
  readonly customers: Pick<CustomerTable, 'organizationOf'>
  readonly purchases: RowTable<typeof purchaseRow>
  readonly books: Pick<Books, 'book'>
}

export const isPack = (product: ProductKey): product is PackId => Object.hasOwn(PACKS, product)

/**
 * Records a one-time purchase and grants its credits. The checkout page and the payment both report it; the payment ID
 * makes it count once. @returns whether the purchase was new
 */
export const settlePayment =
  ({ processor: { mode }, customers, purchases, books }: PaymentDeps) =>
  async ({ id, customerId, isPaid, product, cents, createdAt }: Payment): Promise<boolean> => {
    if (!isPaid || product === undefined || customerId === undefined) return false
    const org = await customers.organizationOf(customerId)
    if (org === undefined) return false
    if (isPack(product)) await books.book({ op: 'grant_pack', account_id: org, payment_id: id, pack_id: product })
    return purchases.putNew({ mode, org, payment: id }, { payment_id: id, product, cents, paid_at: createdAt })
  }
