import * as z from 'zod'
import { receiptKind } from './receipt-kind.ts'

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const kid = z.string().regex(/^[\w-]{43}$/)

/**
 * A withdrawal of a receipt, or its replacement by another one. The subject is the hash of the affected receipt, whose
 * signature stays valid.
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
 * The rotation to a key, or the revocation of a key. A rotation is signed by the previous key, so that trust extends to
 * the next key. The subject is the thumbprint of the affected key, as a digest.
 */
export const KEY_EVENT = receiptKind({
  kind: 'key.event',
  version: '1',
  storedVersion: 2,
  visibility: 'public',
  subjectName: 'key',
  claims: z.discriminatedUnion('event', [
    // `x` is the new key in base64url; the old key is trusted until `previousUntil`.
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
