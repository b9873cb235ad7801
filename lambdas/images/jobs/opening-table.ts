import { rowTable, type TableDeps } from '@signet/kernel'
import { openingRow } from '@signet/receipts/rows'

/**
 * Openings of image receipts: the private claims with their salts. They are deleted with the job; the receipt stays.
 */
export interface Openings {
  /** Removes the opening of a receipt. An absent one is not an error. */
  remove(receipt: string): Promise<void>
}

export const openingTable = (deps: TableDeps): Openings => {
  const rows = rowTable(openingRow, deps)
  return {
    async remove(receipt) {
      await rows.remove({ hash: receipt })
    },
  }
}
