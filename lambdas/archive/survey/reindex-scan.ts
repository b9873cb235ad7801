import { type RowOf, rowTable, type TableDeps } from '@signet/kernel'
import { reindexScanRow } from '../contract/reindex-scan-rows.ts'
import { endedImports } from '../imports/ended-imports-table.ts'
import { type ImportList, importsHash } from '../imports/import-list-table.ts'
import type { SurveyQueue } from './survey-queue.ts'
import type { SurveyTable } from './survey-table.ts'

type ReindexScan = RowOf<typeof reindexScanRow>

const STEP = 200

export interface ReindexScanDeps extends TableDeps {
  readonly form: string
  readonly surveys: SurveyTable
  readonly imports: ImportList
  readonly queue: SurveyQueue
}

const orderFor = async ({ surveys, imports, queue, form }: ReindexScanDeps, workspace: string): Promise<void> => {
  const row = await surveys.get(workspace)
  if (row?.form === form) return
  await surveys.order(workspace, importsHash(await imports.of(workspace)))
  await queue.send({ workspace })
}

/**
 * Surveys every workspace once after the form of the index has changed: another embedding model, a collection instead
 * of segments, or the reverse. Continues at its last checkpoint. Without a change, it reads one row.
 */
export const reindexScan =
  (deps: ReindexScanDeps) =>
  async (signal: AbortSignal): Promise<void> => {
    const rows = rowTable(reindexScanRow, deps)
    const page = endedImports(deps)
    const last = await rows.get({})
    const begun: ReindexScan = { form: deps.form, standing: 'open', revision: (last?.revision ?? 0) + 1 }
    if (last === undefined && !(await rows.putNew({}, begun))) return
    if (last && last.form !== deps.form && !(await rows.replace({}, begun, { revision: last.revision }))) return
    let row = last?.form === deps.form ? last : begun
    while (row.standing === 'open') {
      if (signal.aborted) return deps.queue.send({})
      const { workspaces, next } = await page(row.after, STEP)
      for (const workspace of workspaces) await orderFor(deps, workspace)
      const { form, revision } = row
      const saved: ReindexScan = next
        ? { form, standing: 'open', after: next, revision: revision + 1 }
        : { form, standing: 'ended', revision: revision + 1 }
      if (!(await rows.replace({}, saved, { revision }))) return
      row = saved
    }
  }
