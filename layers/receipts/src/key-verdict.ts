import type { PublicKeyRecord } from './public-keys.ts'

export type KeyFinding = 'active' | 'retired' | 'seen_before_revocation' | 'outside_window' | 'revoked' | 'other_use'

const isWithin = ({ valid_from, valid_until }: PublicKeyRecord, issuedAt: string): boolean =>
  Date.parse(valid_from) <= Date.parse(issuedAt) &&
  (valid_until === null || Date.parse(issuedAt) <= Date.parse(valid_until))

/**
 * Whether a key counts for a receipt of a time. A retired key counts within its window. A revoked one may be in the hands of
 * others, who write any time into a receipt: it counts for what a witness saw in the log before.
 * @param cosignedAt when a witness saw the receipt in the log, if one did.
 */
export const keyVerdict = (record: PublicKeyRecord, issuedAt: string, cosignedAt?: string): KeyFinding => {
  const { use, status, valid_until, revoked_at } = record
  if (use !== 'receipt') return 'other_use'
  if (!isWithin(record, issuedAt)) return 'outside_window'
  if (status === 'active' && revoked_at === null) return 'active'
  // A retired key without an end has no window to count in.
  if (status === 'retired' && revoked_at === null) return valid_until === null ? 'outside_window' : 'retired'
  if (revoked_at === null || cosignedAt === undefined) return 'revoked'
  return Date.parse(cosignedAt) < Date.parse(revoked_at) ? 'seen_before_revocation' : 'revoked'
}
