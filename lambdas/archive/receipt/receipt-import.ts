import { createHash } from 'node:crypto'
import type { RowTable, RunEvents } from '@signet/kernel'
import { type IssueReceipt, ReceiptStepsRefused, requireIssued } from '@signet/receipts/issuing'
import type { importRow, ingestRow } from '@signet/search/conversations/rows'
import * as z from 'zod'
import { ARCHIVE_IMPORT } from '../contract/receipt-kinds.ts'
import type { IngestMessage } from '../ingest/ingest-queue.ts'
import type { IngestRow } from '../ingest/ingest-table.ts'
import type { ArchiveBucket } from '../storage/archive-bucket.ts'
import { originalKey } from '../storage/object-keys.ts'

/** Rows per page, of about 300 bytes each. */
const PAGE_SIZE = 1_000

/** Returns the number and the digest of the conversations of an import, ordered by id and position. */
const itemsDigest = async (
  importRows: Pick<RowTable<typeof importRow>, 'page'>,
  { workspace, upload }: IngestMessage,
): Promise<{ readonly itemsSha256: string; readonly items: number }> => {
  const hash = createHash('sha256')
  let items = 0
  let cursor: string | undefined
  do {
    const page = await importRows.page({ workspace, upload }, { limit: PAGE_SIZE, cursor })
    for (const { conversation, origin_key, content_hash, outcome } of page.rows)
      hash.update(`${conversation} ${origin_key} ${content_hash} ${outcome}\n`)
    items += page.rows.length
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return { itemsSha256: hash.digest('hex'), items }
}

/** Bytes per GET. One range is read ahead while another is hashed, so that memory is limited. */
const RANGE_BYTES = 16 * 1024 * 1024

/**
 * Returns the SHA-256 of an object; undefined if it was deleted. 50 GB take about ten minutes.
 * @throws ObjectChanged if the object is replaced in the meantime
 */
export const fileDigest = async (bucket: Pick<ArchiveBucket, 'head' | 'read'>, key: string) => {
  const head = await bucket.head(key)
  if (!head) return undefined
  const { size, etag } = head
  const readRange = (start: number) =>
    start < size
      ? bucket.read(key, { range: { start, end: Math.min(size, start + RANGE_BYTES) }, etag })
      : Promise.resolve(undefined)
  const hash = createHash('sha256')
  let nextRange = readRange(0)
  for (let start = 0; start < size; start += RANGE_BYTES) {
    const bytes = await nextRange
    if (!bytes) return undefined
    nextRange = readRange(start + RANGE_BYTES)
    // If the read-ahead fails, awaiting it throws.
    nextRange.catch(() => undefined)
    hash.update(bytes)
  }
  return { sha256: hash.digest('hex'), bytes: size }
}

export interface ImportReceiptDeps {
  readonly imports: RowTable<typeof ingestRow>
  readonly importRows: Pick<RowTable<typeof importRow>, 'page'>
  readonly bucket: Pick<ArchiveBucket, 'head' | 'read'>
  readonly issue: IssueReceipt
  readonly isEnabled: boolean
}

const CompletedEvent = z.object({
  data: z.object({ workspace_id: z.string(), upload_id: z.string() }),
})

type CompletedImport = IngestRow & { readonly state: 'completed' | 'completed_with_errors' }

const isCompleted = (row: IngestRow | undefined): row is CompletedImport =>
  row?.state === 'completed' || row?.state === 'completed_with_errors'

type Claims = z.input<typeof ARCHIVE_IMPORT.claims>

/** Issues the receipt and records its hash in the row, so that its opening (claims and salt) is deleted with the import. */
const issueAndRecord = async (
  { imports, issue }: ImportReceiptDeps,
  row: CompletedImport,
  sha256: string,
  claims: Claims,
) => {
  const { workspace, upload, revision, state } = row
  const recordReceipt = (receipt: string) =>
    imports.steps.replace({ workspace, upload }, { ...row, receipt, revision: revision + 1 }, { revision, state })
  requireIssued(
    await issue(ARCHIVE_IMPORT, {
      org: workspace,
      key: `archive.import:${upload}`,
      ref: upload,
      subject: { sha256 },
      claims,
      steps: (receipt) => [recordReceipt(receipt)],
    }),
  )
}

/**
 * Issues the receipt of a completed import: the counts of its items by outcome. An import that is being deleted gets no
 * receipt. The worker may be killed anywhere and restarted.
 */
export const receiptImport = (deps: ImportReceiptDeps) =>
  ({
    'org.signet.archive-import.completed.v1': async (event) => {
      if (!deps.isEnabled) return
      const { workspace_id: workspace, upload_id: upload } = CompletedEvent.parse(event).data
      const message: IngestMessage = { workspace, upload }
      const row = await deps.imports.get(message)
      if (!isCompleted(row) || row.receipt !== undefined) return
      const file = await fileDigest(deps.bucket, originalKey(workspace, upload))
      // The deletion of the import has started.
      if (!file) return
      const items = await itemsDigest(deps.importRows, message)
      const { counts, state, queued_at: queuedAt, ended_at: endedAt = queuedAt } = row
      const claims = { uploadId: upload, state, fileBytes: file.bytes, ...counts, ...items, queuedAt, endedAt }
      try {
        await issueAndRecord(deps, row, file.sha256, claims)
      } catch (error) {
        const hasRowChanged = error instanceof ReceiptStepsRefused
        if (!hasRowChanged || isCompleted(await deps.imports.get(message))) throw error
      }
    },
  }) satisfies RunEvents
