import type { RowOf } from '@signet/kernel/row-kind'
import { PAYLOAD_TYPE } from '../envelope.ts'
import type { receiptRow } from './rows/receipt-row.ts'

export type StoredReceipt = RowOf<typeof receiptRow>

export const envelopeOf = ({ payload, kid, sig }: Pick<StoredReceipt, 'payload' | 'kid' | 'sig'>) => ({
  payload,
  payloadType: PAYLOAD_TYPE,
  signatures: [{ keyid: kid, sig }],
})

/**
 * Returns the revocation status of a receipt. `by` is the replacing receipt if there is one, else the withdrawing one.
 */
export const statusOf = ({ state, changed_at, reason, changed_by, replaced_by }: StoredReceipt) => ({
  state,
  at: changed_at ?? null,
  reason: reason ?? null,
  by: replaced_by ?? changed_by ?? null,
})
