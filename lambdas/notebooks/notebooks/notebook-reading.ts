import { rowTable, type TableDeps } from '@signet/kernel'
import { ingestRow } from '@signet/search/conversations/rows'
import { importContents } from './import-content.ts'
import { notebookContents } from './notebook-scope.ts'
import { notebookTable } from './notebook-table.ts'
import type { NotebookReading } from './search-notebook.ts'

/** Reads notebooks from the shared table. Call it once per function instance, because the result caches the content of imports. */
export const notebookReading = (deps: TableDeps): NotebookReading => {
  const contents = importContents(deps)
  const { now } = deps
  return {
    notebooks: notebookTable(deps),
    imports: rowTable(ingestRow, deps),
    contents,
    contentOf: notebookContents(contents),
    now,
  }
}
