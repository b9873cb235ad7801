import { eraseRows, rowKey, rowTable, type TableDeps } from '@signet/kernel'
import type { Erase } from '@signet/erasure'
import { artifactRow } from '../contract/artifact-rows.ts'
import { deletedNotebookRow, notebookRow } from '../contract/notebook-rows.ts'

/** Erases the notebooks of the organisation, deleted ones too, each after its artifacts. */
export const eraseNotebooks =
  (deps: TableDeps): Erase =>
  async ({ org_id: workspace }) => {
    if (workspace === null) return 'done'
    const lists = [rowTable(notebookRow, deps), rowTable(deletedNotebookRow, deps)]
    const notebooks = (await Promise.all(lists.map((rows) => rows.all({ workspace })))).flat()
    for (const { notebook } of notebooks)
      await eraseRows(deps, { pk: rowKey(artifactRow, { workspace, notebook, artifact: '0' }).pk })
    await eraseRows(deps, { pk: rowKey(notebookRow, { workspace, notebook: '0' }).pk })
    return 'done'
  }
