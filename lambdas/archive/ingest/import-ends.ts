import { type CloudEvent, cloudEvent } from '@signet/contracts/events'
import { rowTable, type TableDeps, transact, type WriteStep } from '@signet/kernel'
import type { Outbox } from '@signet/kernel/events'
import { ingestRow } from '@signet/search/conversations/rows'
import { archiveImportContract } from '../contract/import-events.ts'
import type { IngestRow } from './ingest-table.ts'

export type ImportEnd =
  | { readonly state: 'completed' | 'completed_with_errors' }
  | { readonly state: 'failed'; readonly failure: string }

export interface ImportEnds {
  /** Ends an import. Returns false if another worker has it. */
  end(row: IngestRow, end: ImportEnd): Promise<boolean>
  /** Removes the row at the end of a deletion. Returns false if it has changed since. */
  remove(row: IngestRow): Promise<boolean>
}

const commonDataOf = ({ workspace, upload, counts }: IngestRow) => ({
  workspace_id: workspace,
  upload_id: upload,
  conversations: counts,
})

/** An import ends once (version 1) and is deleted once (version 2), so receivers recognize duplicate events. */
const eventInputOf = ({ workspace, upload }: IngestRow, version: 1 | 2, time: Date) => ({
  entity: upload,
  version,
  time,
  tenant: workspace,
})

const endEvent = (row: IngestRow, end: ImportEnd, time: Date): CloudEvent => {
  const commonData = { ...commonDataOf(row), ended_at: time.toISOString() }
  const input = eventInputOf(row, 1, time)
  return end.state === 'failed'
    ? cloudEvent(archiveImportContract, 'archive-import.failed', {
        ...input,
        data: { ...commonData, failure: end.failure },
      })
    : cloudEvent(archiveImportContract, 'archive-import.completed', {
        ...input,
        data: { ...commonData, state: end.state },
      })
}

const deletionEvent = (row: IngestRow, time: Date): CloudEvent =>
  cloudEvent(archiveImportContract, 'archive-import.deleted', {
    ...eventInputOf(row, 2, time),
    data: { ...commonDataOf(row), deleted_at: time.toISOString() },
  })

/** Ends imports in the shared table. The outbox publishes their events even if the worker dies. */
export const importEnds = (deps: TableDeps & { readonly outbox: Outbox }): ImportEnds => {
  const { now, outbox } = deps
  const { steps } = rowTable(ingestRow, deps)
  const write = async (step: WriteStep, event: CloudEvent): Promise<boolean> => {
    const isWritten = await transact(deps, async (refused) =>
      refused ? { result: false } : { steps: [step, ...outbox.steps([event])], result: true },
    )
    if (isWritten) await outbox.publish([event])
    return isWritten
  }
  return {
    async end(row, end) {
      const { lease, tries: _tries, ...unleasedRow } = row
      if (lease === undefined) return false
      const time = now()
      const ended: IngestRow = { ...unleasedRow, ...end, standing: 'ended', ended_at: time.toISOString() }
      const written = { ...ended, revision: row.revision + 1 }
      return write(steps.replace(row, written, { revision: row.revision, lease }), endEvent(row, end, time))
    },
    remove: (row) => write(steps.remove(row, { revision: row.revision }), deletionEvent(row, now())),
  }
}
