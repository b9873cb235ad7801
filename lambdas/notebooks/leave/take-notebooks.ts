import { rowKey, rowTable, type TableDeps } from '@signet/kernel'
import { linesOf, recordsOf, type Take } from '@signet/leaving'
import { artifactRow } from '../contract/artifact-rows.ts'
import { notebookRow } from '../contract/notebook-rows.ts'

/** Notebooks, and the artifacts that were made of them. */
export const takeNotebooks = (deps: TableDeps): Take =>
  async function* ({ org_id: workspace }) {
    const notebooks = await rowTable(notebookRow, deps).all({ workspace })
    yield* linesOf('notebooks', notebooks)
    const artifacts = async function* () {
      for (const { notebook } of notebooks)
        yield* recordsOf(deps, { pk: rowKey(artifactRow, { workspace, notebook, artifact: '0' }).pk })
    }
    yield* linesOf('artifacts', artifacts())
  }
