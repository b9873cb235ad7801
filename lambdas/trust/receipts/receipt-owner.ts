import type { RowTable } from '@signet/kernel'
import type { receiptRow } from '@signet/receipts/rows'

export type ReceiptQueries = Pick<RowTable<typeof receiptRow>, 'get'>

/**
 * Returns the organization that owns the receipt with this hash; `undefined` if no such receipt is known. Receipts and
 * their owner remain after the organization is deleted.
 */
export const receiptOwner = async (receipts: ReceiptQueries, hash: string): Promise<string | undefined> =>
  (await receipts.get({ hash }))?.org
