import type { PublicKeyRecord } from './public-keys.ts'

export type KeyFinding = 'active' | 'retired' | 'seen_before_revocation' | 'outside_window' | 'revoked' | 'other_use'

const isWithinWindow = ({ valid_from, valid_until }: PublicKeyRecord, issuedAt: string): boolean =>
  Date.parse(valid_from) <= Date.parse(issuedAt) &&
  (valid_until === null || Date.parse(issuedAt) <= Date.parse(valid_until))

/**
 * Returns whether a key is trusted for a receipt with a given issue time. A retired key is trusted within its window. A
 * revoked key could be used to backdate receipts, so it is trusted only for receipts that a witness saw in the log
 * before the revocation.
 * @param cosignedAt time at which a witness saw the receipt in the log, if any.
 */
export const keyVerdict = (record: PublicKeyRecord, issuedAt: string, cosignedAt?: string): KeyFinding => {
  const { use, status, valid_until, revoked_at } = record
  if (use !== 'receipt') return 'other_use'
  if (!isWithinWindow(record, issuedAt)) return 'outside_window'
  if (status === 'active' && revoked_at === null) return 'active'
  // A retired key without an end has no validity window.
  if (status === 'retired' && revoked_at === null) return valid_until === null ? 'outside_window' : 'retired'
  if (revoked_at === null || cosignedAt === undefined) return 'revoked'
  return Date.parse(cosignedAt) < Date.parse(revoked_at) ? 'seen_before_revocation' : 'revoked'
}
