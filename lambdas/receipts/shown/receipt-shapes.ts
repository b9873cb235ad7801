import type { RowOf } from '@signet/kernel'
import { type Opening, PAYLOAD_TYPE } from '@signet/receipts'
import type { openingRow, receiptListRow, receiptRow } from '@signet/receipts/rows'

export type StoredReceipt = RowOf<typeof receiptRow>

/** Where anybody verifies a receipt. */
export const verifyUrlOf = (issuer: string, hash: string): string => `${issuer}/verify/${hash}`

/** The envelope as it was signed. */
export const envelopeOf = ({ payload, kid, sig }: Pick<StoredReceipt, 'payload' | 'kid' | 'sig'>) => ({
  payload,
  payloadType: PAYLOAD_TYPE,
  signatures: [{ keyid: kid, sig }],
})

/** What became of a receipt: `by` is the one that stands in its place, or else the one that takes it back. */
export const statusOf = ({ state, changed_at, reason, changed_by, replaced_by }: StoredReceipt) => ({
  state,
  at: changed_at ?? null,
  reason: reason ?? null,
  by: replaced_by ?? changed_by ?? null,
})

/** A receipt in a list, and what the receipt itself says of its state. */
export const listedReceipt = (
  { hash, kind, seq, subject, ref, issued_at, visibility }: RowOf<typeof receiptListRow>,
  { state, leaf_index }: Pick<StoredReceipt, 'state' | 'leaf_index'>,
  issuer: string,
) => ({
  ...{ hash, kind, seq, subject, ref: ref ?? null, issuedAt: issued_at },
  ...{ claimsVisibility: visibility, verifyUrl: verifyUrlOf(issuer, hash) },
  ...{ state, logged: leaf_index !== undefined },
})

/** What proves the private claims, as long as it is there. */
export const openingOf = (row: RowOf<typeof openingRow> | undefined): { readonly opening?: Opening } =>
  row === undefined ? {} : { opening: { salt: row.salt, claims: JSON.parse(row.claims) as Opening['claims'] } }
