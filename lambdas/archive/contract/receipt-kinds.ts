import { receiptKind } from '@signet/receipts'
import * as z from 'zod'

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.int().min(0)

/**
 * The receipt of an import: the counts of its items by outcome. The subject is the SHA-256 of the uploaded file. The claims
 * contain no text and no name. The opening (claims and salt) is deleted with the upload.
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
    /** Counts by outcome; they add up to `seen`. */
    seen: count,
    ingested: count,
    unchanged: count,
    updated: count,
    empty: count,
    failed: count,
    oversize: count,
    unsupported: count,
    /**
     * SHA-256 of one line per stored conversation: id, position, digest of the content and outcome, separated by spaces
     * and ended by a line feed, ordered by id and position.
     */
    itemsSha256: hash,
    /** Number of these lines. */
    items: count,
    queuedAt: z.string(),
    endedAt: z.string(),
  }),
})
