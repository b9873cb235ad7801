import type { Caller, RowOf, RowTable } from '@signet/kernel'
import { type Opening, PAYLOAD_TYPE } from '@signet/receipts'
import type { openingRow, receiptRow } from '@signet/receipts/rows'
import { type QuerentScope, querentScope } from '../namespaces/namespace.ts'
import type { Inscriber } from '../readings/inscribe.ts'

export type StoredReceipt = RowOf<typeof receiptRow>
export type StoredResult = NonNullable<Awaited<ReturnType<Inscriber['find']>>>

export interface OwnReceiptDeps {
  readonly receipts: Pick<RowTable<typeof receiptRow>, 'get'>
  readonly openings: Pick<RowTable<typeof openingRow>, 'get'>
  readonly inscriber: Pick<Inscriber, 'find' | 'read'>
}

export interface OwnReceipt {
  readonly scope: QuerentScope
  readonly row: StoredReceipt
  readonly storedResult: StoredResult | undefined
}

/** Finds a receipt of the caller's organization; if the header names querents, only a receipt of these querents. */
export const receiptOfCaller =
  ({ receipts, inscriber }: OwnReceiptDeps) =>
  async (caller: Caller, header: string | undefined, hash: string): Promise<OwnReceipt | undefined> => {
    const scope = querentScope(caller, header)
    const row = await receipts.get({ hash })
    if (row?.org !== scope.org) return undefined
    const storedResult = await inscriber.find(scope.org, hash)
    const isNarrowed = scope.querentIds !== undefined
    return isNarrowed && (storedResult === undefined || !scope.canSee(storedResult.namespaceId))
      ? undefined
      : { scope, row, storedResult }
  }

export const envelopeOf = ({ payload, kid, sig }: StoredReceipt) => ({
  payload,
  payloadType: PAYLOAD_TYPE,
  signatures: [{ keyid: kid, sig }],
})

export const openingOf = async (
  { openings }: Pick<OwnReceiptDeps, 'openings'>,
  hash: string,
): Promise<Opening | undefined> => {
  const row = await openings.get({ hash })
  return row && { salt: row.salt, claims: JSON.parse(row.claims) as unknown }
}
