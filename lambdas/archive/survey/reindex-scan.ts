import { type RowOf, rowTable, type TableDeps } from '@signet/kernel'
import { reindexScanRow } from '../contract/reindex-scan-rows.ts'
import { endedImports } from '../imports/ended-imports-table.ts'
import { type ImportList, importsHash } from '../imports/import-list-table.ts'
import type { SurveyQueue } from './survey-queue.ts'
import type { SurveyTable } from './survey-table.ts'

type ReindexScan = RowOf<typeof reindexScanRow>

const WORKSPACES_PER_STEP = 200

export interface ReindexScanDeps extends TableDeps {
  readonly indexFormat: string
  readonly surveys: SurveyTable
  readonly imports: ImportList
  readonly queue: SurveyQueue
}

const requestSurvey = async (
  { surveys, imports, queue, indexFormat }: ReindexScanDeps,
  workspace: string,
): Promise<void> => {
  const row = await surveys.get(workspace)
  if (row?.index_format === indexFormat) return
  await surveys.requestSurvey(workspace, importsHash(await imports.list(workspace)))
  await queue.send({ workspace })
}

/**
 * Surveys every workspace once when the embedding model or the index backend (collection or segments) has changed.
 * Continues at its last checkpoint. Without a change, reads one row only.
 */
export const reindexScan =
  (deps: ReindexScanDeps) =>
  async (signal: AbortSignal): Promise<void> => {
    const rows = rowTable(reindexScanRow, deps)
    const nextWorkspaces = endedImports(deps)
    const last = await rows.get({})
    const initialState: ReindexScan = {
      index_format: deps.indexFormat,
      standing: 'open',
      revision: (last?.revision ?? 0) + 1,
    }
    if (last === undefined && !(await rows.putNew({}, initialState))) return
    if (
      last &&
      last.index_format !== deps.indexFormat &&
      !(await rows.replace({}, initialState, { revision: last.revision }))
    )
      return
    let row = last?.index_format === deps.indexFormat ? last : initialState
    while (row.standing === 'open') {
      if (signal.aborted) return deps.queue.send({})
      const { workspaces, next } = await nextWorkspaces(row.after, WORKSPACES_PER_STEP)
      for (const workspace of workspaces) await requestSurvey(deps, workspace)
      const { index_format, revision } = row
      const saved: ReindexScan = next
        ? { index_format, standing: 'open', after: next, revision: revision + 1 }
        : { index_format, standing: 'ended', revision: revision + 1 }
      if (!(await rows.replace({}, saved, { revision }))) return
      row = saved
    }
  }
