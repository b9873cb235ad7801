import type { RecordsOf, ServiceErasure } from '@signet/erasure'
import { rowTable, type TableDeps } from '@signet/kernel'
import { envelopeOf, statusOf } from '@signet/receipts/issuing'
import { openingRow, receiptListRow, receiptRow } from '@signet/receipts/rows'

export const receiptRecords = (deps: TableDeps): ServiceErasure => {
  const receipts = rowTable(receiptRow, deps)
  const openings = rowTable(openingRow, deps)
  const recordsOf: RecordsOf = async ({ row }) => {
    const hash = String(row.hash)
    const [receipt, opening] = await Promise.all([receipts.get({ hash }), openings.get({ hash })])
    if (!receipt) return []
    const { kind, seq, ref, issued_at, claims } = receipt
    return [
      {
        hash,
        kind,
        seq,
        ref,
        issued_at,
        envelope: envelopeOf(receipt),
        status: statusOf(receipt),
        ...(claims !== undefined && { claims: JSON.parse(claims) as unknown }),
        ...(opening && { opening: { salt: opening.salt, claims: JSON.parse(opening.claims) as unknown } }),
      },
    ]
  }
  return { records: new Map([[receiptListRow, recordsOf]]) }
}
