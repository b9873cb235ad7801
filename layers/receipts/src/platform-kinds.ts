import * as z from 'zod'
import { receiptKind } from './receipt-kind.ts'

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const kid = z.string().regex(/^[\w-]{43}$/)

/**
 * A receipt is taken back, or another one is in its place. The subject is the hash of the receipt that it is about. That one
 * stays valid: it was issued, and this says what became of it.
 */
export const WITHDRAWAL = receiptKind({
  kind: 'receipt.withdraw',
  version: '1',
  storedVersion: 2,
  visibility: 'public',
  subjectName: 'receipt',
  claims: z.discriminatedUnion('state', [
    z.strictObject({ state: z.literal('withdrawn'), receipt: hash, reason: z.string().max(500) }),
    z.strictObject({ state: z.literal('superseded'), receipt: hash, reason: z.string().max(500), by: hash }),
  ]),
})

/**
 * A key begins or ends. Signed by the key before, so that whoever trusts one key is led to the next. The subject is the
 * thumbprint of the key that it is about, as a digest.
 */
export const KEY_EVENT = receiptKind({
  kind: 'key.event',
  version: '1',
  storedVersion: 2,
  visibility: 'public',
  subjectName: 'key',
  claims: z.discriminatedUnion('event', [
    // `x` is the new key itself, in base64url; the old one is trusted until `previousUntil`.
    z.strictObject({
      event: z.literal('rotated'),
      use: z.enum(['receipt', 'log']),
      kid,
      x: kid,
      previousKid: kid,
      previousUntil: z.iso.datetime({ precision: 3 }),
    }),
    z.strictObject({
      event: z.literal('revoked'),
      use: z.enum(['receipt', 'log']),
      kid,
      revokedAt: z.iso.datetime({ precision: 3 }),
      reason: z.string().max(500),
    }),
  ]),
})
