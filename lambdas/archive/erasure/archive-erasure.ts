import { type RecordsOf, rowsOf, type ServiceErasure } from '@signet/erasure'
import type { RowOf, RowTable, TableDeps } from '@signet/kernel'
import type { PartUploads } from '@signet/kernel/bucket'
import type { PackReader } from '@signet/search/conversations'
import { conversationRow, type uploadRow } from '@signet/search/conversations/rows'
import type { SegmentBucket } from '@signet/search/index'
import { liveSegment, mergedSegment } from '@signet/search/index/rows'
import type { IngestQueue } from '../ingest/ingest-queue.ts'
import type { IngestTable } from '../ingest/ingest-table.ts'
import { abortUpload, markDeleting } from '../uploads/delete-upload.ts'

export interface ErasureDeps extends TableDeps {
  readonly uploads: RowTable<typeof uploadRow>
  readonly parts: PartUploads
  readonly imports: IngestTable
  readonly queue: IngestQueue
  readonly segments: Pick<SegmentBucket, 'keysOf' | 'remove'>
  readonly packs: PackReader
}

/** Starts or continues the deletion of every upload. Returns false if the workspace has no uploads. */
const deleteUploads = async (deps: ErasureDeps, workspace: string): Promise<boolean> => {
  const rows = await deps.uploads.all({ workspace })
  for (const row of rows) {
    if (row.state === 'uploaded') await markDeleting(deps, row)
    else await abortUpload(deps, row)
  }
  return rows.length > 0
}

const removeSegments = async ({ segments, ...deps }: ErasureDeps, workspace: string): Promise<void> => {
  for (const kind of [liveSegment, mergedSegment])
    for await (const rows of rowsOf(deps, kind, workspace))
      for (const { parts } of rows) {
        const { resident, texts } = segments.keysOf(workspace, parts.id as string)
        await segments.remove([resident, texts])
      }
}

const conversationRecords =
  ({ packs }: ErasureDeps): RecordsOf =>
  async ({ record }) => {
    const { conversation: id, uploads, pack } = record as unknown as RowOf<typeof conversationRow>
    const conversation = await packs.read(pack)
    // The import of the conversation was deleted in the meantime.
    return conversation === undefined ? [] : [{ id, uploads, ...conversation }]
  }

/**
 * Returns the erasure of an archive. Each upload is deleted as its owner would delete it: the workers remove conversations
 * and index windows. The other rows are erased after the last upload.
 */
export const archiveErasure = (deps: ErasureDeps): ServiceErasure => ({
  records: new Map([[conversationRow, conversationRecords(deps)]]),
  async before({ org_id: workspace }) {
    if (workspace === null) return 'done'
    if (await deleteUploads(deps, workspace)) return 'working'
    await removeSegments(deps, workspace)
    return 'done'
  },
})
