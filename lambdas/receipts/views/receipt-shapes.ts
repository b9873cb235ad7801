import type { RowOf } from '@signet/kernel'
import type { Opening } from '@signet/receipts'
import type { StoredReceipt } from '@signet/receipts/issuing'
import type { openingRow, receiptListRow } from '@signet/receipts/rows'

export const verifyUrlOf = (issuer: string, hash: string): string => `${issuer}/verify/${hash}`

export const listedReceipt = (
  { hash, kind, seq, subject, ref, issued_at, visibility }: RowOf<typeof receiptListRow>,
  { state, leaf_index }: Pick<StoredReceipt, 'state' | 'leaf_index'>,
  issuer: string,
) => ({
  hash,
  kind,
  seq,
  subject,
  ref: ref ?? null,
  issuedAt: issued_at,
  claimsVisibility: visibility,
  verifyUrl: verifyUrlOf(issuer, hash),
  state,
  logged: leaf_index !== undefined,
})

export const openingOf = (row: RowOf<typeof openingRow> | undefined): { readonly opening?: Opening } =>
  row === undefined ? {} : { opening: { salt: row.salt, claims: JSON.parse(row.claims) as Opening['claims'] } }
