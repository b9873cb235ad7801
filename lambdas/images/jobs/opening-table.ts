import { rowTable, type TableDeps } from '@signet/kernel'
import { openingRow } from '@signet/receipts/rows'

/** What opens receipts of images: it goes with the job, and the receipt stays. */
export interface Openings {
  /** An absent one is no error. */
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
