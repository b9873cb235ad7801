import { receiptKind } from '@signet/receipts'
import * as z from 'zod'

const hash = z.string().regex(/^[0-9a-f]{64}$/)

/**
 * The end of a set's audit log at one of its versions. Whoever has the log of then finds by its hashes that nothing was changed
 * or left out since. It is private: how often somebody changes flags, and in which environments, is theirs to tell.
 */
export const FLAGS_AUDIT = receiptKind({
  kind: 'flags.audit',
  version: '1',
  storedVersion: 2,
  visibility: 'private',
  subjectName: 'audit-head',
  isDisclosable: true,
  claims: z.strictObject({
    environment: z.string(),
    /** Of the set; each has one entry in the log, so it is their number, too. */
    version: z.int(),
    head: hash,
    previousHead: hash,
    at: z.string(),
  }),
})
