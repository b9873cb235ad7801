import type { PartUploads } from '@signet/bucket'
import type { uploadRow } from '@signet/conversations/rows'
import type { Erase } from '@signet/identity'
import { eraseRows, type RowTable, rowTable, type TableDeps } from '@signet/kernel'
import type { SegmentBucket } from '@signet/search-index'
import { goneSegment, liveSegment } from '@signet/search-index/rows'
import type { IngestQueue } from '../ingest/ingest-queue.ts'
import type { IngestTable } from '../ingest/ingest-table.ts'
import { abort, markDeleting } from '../uploads/delete-upload.ts'

export interface EraseDeps extends TableDeps {
  readonly uploads: RowTable<typeof uploadRow>
  readonly parts: PartUploads
  readonly imports: IngestTable
  readonly queue: IngestQueue
  readonly segments: Pick<SegmentBucket, 'keysOf' | 'remove'>
  /** Whether the index is a collection, of which rows tell what it holds. */
  readonly hasCollection: boolean
}

/** Partitions of a workspace that are left when its last upload is gone. */
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

const removeSegments = async (deps: EraseDeps, workspace: string): Promise<void> => {
  const lists = [rowTable(liveSegment, deps), rowTable(goneSegment, deps)]
  const segments = (await Promise.all(lists.map((rows) => rows.all({ workspace })))).flat()
  for (const { id } of segments) {
    const { resident, texts } = deps.segments.keysOf(workspace, id)
    await deps.segments.remove([resident, texts])
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
    for (const word of [...LEFT, ...(deps.hasCollection ? ['WINDOWS'] : [])])
      await eraseRows(deps, { pk: `${word}#${workspace}` })
    return 'done'
  }
