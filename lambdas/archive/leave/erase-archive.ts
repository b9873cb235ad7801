import type { PartUploads } from '@signet/kernel/bucket'
import type { uploadRow } from '@signet/search/conversations/rows'
import { eraseRows, pagesOf, type RowTable, type TableDeps } from '@signet/kernel'
import type { Erase } from '@signet/erasure'
import type { SegmentBucket } from '@signet/search/index'
import type { IngestQueue } from '../ingest/ingest-queue.ts'
import type { IngestTable } from '../ingest/ingest-table.ts'
import { abort, markDeleting } from '../uploads/delete-upload.ts'

export interface EraseDeps extends TableDeps {
  readonly uploads: RowTable<typeof uploadRow>
  readonly parts: PartUploads
  readonly imports: IngestTable
  readonly queue: IngestQueue
  readonly segments: Pick<SegmentBucket, 'keysOf' | 'remove'>
}

/**
 * Partitions of a workspace that are left when its last upload is gone. Rows of a collection have given up their windows
 * by then, and hold ids of batches alone.
 */
const LEFT = ['SEGMENT', 'SURVEY', 'METER']

/** Begins or continues the deletion of every upload. False: none is left. */
const deleteUploads = async (deps: EraseDeps, workspace: string): Promise<boolean> => {
  const rows = await deps.uploads.all({ workspace })
  for (const row of rows) {
    if (row.state === 'uploaded') await markDeleting(deps, row)
    else await abort(deps, row)
  }
  return rows.length > 0
}

/** Segments that are searched, and those whose objects are to be removed. */
const SEGMENT_ROWS = ['LIVE#', 'GONE#']

const removeSegments = async (deps: EraseDeps, workspace: string): Promise<void> => {
  for (const startsWith of SEGMENT_ROWS) {
    for await (const rows of pagesOf(deps, { pk: `SEGMENT#${workspace}`, startsWith })) {
      for (const { sk } of rows) {
        const { resident, texts } = deps.segments.keysOf(workspace, String(sk).slice(startsWith.length))
        await deps.segments.remove([resident, texts])
      }
    }
  }
}

/**
 * Erases the archive of the organisation. Each upload is deleted as by its owner: the workers remove conversations and
 * windows of the index. What belongs to no upload goes when the last one is gone.
 */
export const eraseArchive =
  (deps: EraseDeps): Erase =>
  async ({ org_id: workspace }) => {
    if (workspace === null) return 'done'
    if (await deleteUploads(deps, workspace)) return 'working'
    await removeSegments(deps, workspace)
    for (const word of LEFT) await eraseRows(deps, { pk: `${word}#${workspace}` })
    return 'done'
  }
