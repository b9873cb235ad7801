import { receiptKind } from '@signet/receipts'
import * as z from 'zod'

const hash = z.string().regex(/^[0-9a-f]{64}$/)

/**
 * A visitor has accepted terms, to be shown an artifact. The subject is the artifact. The receipt says to everybody that something
 * was accepted; the opening proves who accepted which text.
 */
export const TRUST_ACCEPTANCE = receiptKind({
  kind: 'trust.acceptance',
  version: '1',
  storedVersion: 2,
  visibility: 'private',
  subjectName: 'artifact',
  isDisclosable: true,
  claims: z.strictObject({
    request: z.string(),
    artifact: hash,
    terms: hash,
    name: z.string(),
    company: z.string(),
    mail: z.string(),
    acceptedAt: z.string(),
  }),
})
