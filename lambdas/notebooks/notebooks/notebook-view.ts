import type { Notebook } from '../contract/notebooks.ts'
import type { Source } from '../contract/sources.ts'
import type { IngestRow } from './settled-notebook.ts'
import { liveSources, type NotebookRow, type SourceRow } from './source-set.ts'

export const notebookView = (row: NotebookRow): Notebook => ({
  id: row.notebook,
  workspaceId: row.workspace,
  title: row.title,
  description: row.description,
  instructions: row.instructions,
  metadata: row.metadata,
  version: row.version,
  sources: liveSources(row).length,
  sourceSetHash: row.source_set_hash,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export const etagOf = ({ version }: NotebookRow) => ({ etag: `"${version}"` })

export const sourceView = (row: SourceRow, ingest: IngestRow | undefined): Source => ({
  id: row.source,
  uploadId: row.upload,
  version: row.version,
  status: row.removed_at !== undefined || ingest === undefined ? 'removed' : ingest.state,
  conversations: row.conversations,
  contentHash: row.content_hash ?? null,
  addedAt: row.added_at,
  removedAt: row.removed_at ?? null,
})
