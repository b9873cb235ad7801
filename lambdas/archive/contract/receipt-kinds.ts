import { receiptKind } from '@signet/receipts'
import * as z from 'zod'

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.int().min(0)

/**
 * The ledger of an import: what became of each item of a file. The subject is the SHA-256 of the file as it was uploaded. It
 * holds no text and no name; the opening goes with the upload.
 */
export const ARCHIVE_IMPORT = receiptKind({
  kind: 'archive.import',
  version: '1',
  storedVersion: 2,
  visibility: 'private',
  subjectName: 'file',
  isDisclosable: true,
  claims: z.strictObject({
    uploadId: z.string(),
    state: z.enum(['completed', 'completed_with_errors']),
    fileBytes: count,
    /** By outcome; together they are `seen`. */
    seen: count,
    ingested: count,
    unchanged: count,
    updated: count,
    empty: count,
    failed: count,
    oversize: count,
    unsupported: count,
    /**
     * SHA-256 of a line for each conversation that is held: its id, its place, the digest of its content and its outcome, parted
     * by spaces, each line ended by a line feed, in the order of ids and places.
     */
    itemsSha256: hash,
    items: count,
    queuedAt: z.string(),
    endedAt: z.string(),
  }),
})
