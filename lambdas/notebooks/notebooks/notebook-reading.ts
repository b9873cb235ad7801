import { rowTable, type TableDeps } from '@signet/kernel'
import { ingestRow } from '@signet/search/conversations/rows'
import { importContents } from './import-content.ts'
import { notebookContents } from './notebook-scope.ts'
import { notebookTable } from './notebook-table.ts'
import type { NotebookReading } from './search-notebook.ts'

/** Reads notebooks over the one table. Make it once for each function instance, because it caches what it has read. */
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
