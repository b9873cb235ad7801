import { receiptKind } from '@signet/receipts'
import * as z from 'zod'

const hash = z.string().regex(/^[0-9a-f]{64}$/)

/**
 * The last hash of a set's audit log at one of its versions. Anyone with the receipt and the log can verify that no
 * earlier entry was changed or removed later.
 * Private, because it reveals how often an organization changes flags, and in which environments.
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
    /** Version of the set. Each version has one entry, so it equals the length of the log. */
    version: z.int(),
    head: hash,
    previousHead: hash,
    at: z.string(),
  }),
})
