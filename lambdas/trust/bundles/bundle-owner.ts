import { rowTable, type TableDeps, type WriteStep } from '@signet/kernel'
import { bundleOwnerRow } from '../contract/bundle-owner-row.ts'
import { type ReceiptReads, receiptOwner } from '../receipts/receipt-owner.ts'

/** The organization that a hash is of, by its receipt or by its bundle; `undefined`: it is free. */
export interface HashOwner {
  readonly org: string | undefined
  /** The write by which the hash is of that organization, and stays it meanwhile; none where a receipt says so. */
  claimed(org: string): readonly WriteStep[]
  freed(org: string): readonly WriteStep[]
}

/** Whose hashes are. A receipt that is known counts before whoever was first. */
export const hashOwners = (deps: TableDeps, receipts: ReceiptReads) => {
  const rows = rowTable(bundleOwnerRow, deps)
  return async (hash: string): Promise<HashOwner> => {
    const [receipted, row] = await Promise.all([receiptOwner(receipts, hash), rows.get({ hash })])
    return {
      org: receipted ?? row?.org,
      claimed(org) {
        if (receipted !== undefined) return []
        return [row ? rows.steps.replace({ hash }, row, { org }) : rows.steps.putNew({ hash }, { org })]
      },
      freed: (org) => (row?.org === org ? [rows.steps.remove({ hash }, { org })] : []),
    }
  }
}
