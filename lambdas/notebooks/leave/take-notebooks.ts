import { rowKey, rowTable, type TableDeps } from '@signet/kernel'
import { linesOf, recordsOf, type Take } from '@signet/erasure'
import { artifactRow } from '../contract/artifact-rows.ts'
import { deletedNotebookRow, notebookRow } from '../contract/notebook-rows.ts'

/** Notebooks, deleted ones that can still be restored, and the artifacts that were made of both. */
export const takeNotebooks = (deps: TableDeps): Take =>
  async function* ({ org_id: workspace }) {
    const notebooks = await rowTable(notebookRow, deps).all({ workspace })
    const deleted = await rowTable(deletedNotebookRow, deps).all({ workspace })
    yield* linesOf('notebooks', notebooks)
    yield* linesOf('deleted-notebooks', deleted)
    const artifacts = async function* () {
      for (const { notebook } of [...notebooks, ...deleted])
        yield* recordsOf(deps, { pk: rowKey(artifactRow, { workspace, notebook, artifact: '0' }).pk })
    }
    yield* linesOf('artifacts', artifacts())
  }
