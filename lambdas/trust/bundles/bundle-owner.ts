import { rowTable, type TableDeps, type WriteStep } from '@signet/kernel'
import { bundleOwnerRow } from '../contract/bundle-owner-row.ts'
import { type ReceiptQueries, receiptOwner } from '../receipts/receipt-owner.ts'

/** Owner of a hash, through its receipt or its bundle. `undefined`: no owner. */
export interface HashOwner {
  readonly org: string | undefined
  /** Write steps that claim the hash for the organization and guard the claim. Empty if a receipt proves the owner. */
  claimSteps(org: string): readonly WriteStep[]
  releaseSteps(org: string): readonly WriteStep[]
}

/**
 * Reads the owner of a hash. The owner of a known receipt takes precedence over the organization that first stored an
 * artifact.
 */
export const hashOwners = (deps: TableDeps, receipts: ReceiptQueries) => {
  const rows = rowTable(bundleOwnerRow, deps)
  return async (hash: string): Promise<HashOwner> => {
    const [receiptOrg, row] = await Promise.all([receiptOwner(receipts, hash), rows.get({ hash })])
    return {
      org: receiptOrg ?? row?.org,
      claimSteps(org) {
        if (receiptOrg !== undefined) return []
        return [row ? rows.steps.replace({ hash }, row, { org }) : rows.steps.putNew({ hash }, { org })]
      },
      releaseSteps: (org) => (row?.org === org ? [rows.steps.remove({ hash }, { org })] : []),
    }
  }
}
