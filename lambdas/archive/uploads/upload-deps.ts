import type { NewId, RowTable, SpendGuard, TableDeps } from '@signet/kernel'
import type { PartUploads } from '@signet/kernel/bucket'
import type { Allowance } from '@signet/search/conversations'
import type { uploadRow } from '@signet/search/conversations/rows'
import type { FileTable } from '../ingest/file-table.ts'
import type { IngestQueue } from '../ingest/ingest-queue.ts'
import type { IngestTable } from '../ingest/ingest-table.ts'
import type { SliceTable } from '../ingest/slice-table.ts'
import type { ArchiveBucket } from '../storage/archive-bucket.ts'

export interface UploadDeps extends TableDeps {
  readonly uploads: RowTable<typeof uploadRow>
  readonly imports: IngestTable
  readonly files: Pick<FileTable, 'get'>
  readonly slices: Pick<SliceTable, 'ofCurrentFile'>
  readonly queue: IngestQueue
  readonly bucket: Pick<ArchiveBucket, 'put' | 'head'>
  readonly parts: PartUploads
  readonly allowance: Allowance
  /** Bytes that the stage may accept per day. */
  readonly spend: Pick<SpendGuard, 'reserve' | 'giveBack'>
  readonly newId: NewId
}
