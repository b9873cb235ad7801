import type { RowTable } from '@signet/kernel'
import type { receiptRow } from '@signet/receipts/rows'

export type ReceiptReads = Pick<RowTable<typeof receiptRow>, 'get'>

/**
 * The organization that a hash is of, because it is that of its receipt; `undefined` where it is of no receipt that we know.
 * Receipts and their owner stay when their organization is deleted.
 */
export const receiptOwner = async (receipts: ReceiptReads, hash: string): Promise<string | undefined> =>
  (await receipts.get({ hash }))?.org
