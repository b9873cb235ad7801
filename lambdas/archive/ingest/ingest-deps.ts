import type { Clock, Log, NewId, RowTable } from '@signet/kernel'
import type { PartUploads } from '@signet/kernel/bucket'
import type { openingRow } from '@signet/receipts/rows'
import type { PackReader } from '@signet/search/conversations'
import type { uploadRow } from '@signet/search/conversations/rows'
import type { IndexBatch, SearchIndex } from '@signet/search/index'
import type { ConversationTable } from '../conversations/conversation-table.ts'
import type { ArchiveBucket } from '../storage/archive-bucket.ts'
import type { BatchLimits } from './batches.ts'
import type { FileTable } from './file-table.ts'
import type { ImportEnds } from './import-ends.ts'
import type { ImportTable } from './import-table.ts'
import type { IngestQueue } from './ingest-queue.ts'
import type { IngestTable } from './ingest-table.ts'
import type { SliceTable } from './slice-table.ts'

export interface ImportIndex extends Pick<SearchIndex, 'remove' | 'isSettled'> {
  /** Adds a batch. Repeating it with the same `batchId` changes nothing. */
  add(batch: IndexBatch): Promise<void>
}

export interface IngestDeps {
  readonly uploads: RowTable<typeof uploadRow>
  /** One row per import. */
  readonly imports: IngestTable
  readonly files: FileTable
  readonly slices: SliceTable
  readonly ends: ImportEnds
  /** One row per conversation of an import and position in the upload. */
  readonly importRows: ImportTable
  readonly openings: Pick<RowTable<typeof openingRow>, 'remove'>
  readonly conversations: ConversationTable
  readonly packs: PackReader
  readonly bucket: ArchiveBucket
  readonly parts: PartUploads
  readonly index: ImportIndex
  readonly queue: IngestQueue
  readonly limits: BatchLimits
  readonly newId: NewId
  readonly now: Clock
  readonly sleep: (ms: number) => Promise<unknown>
  readonly log: Pick<Log, 'info' | 'error'>
}
