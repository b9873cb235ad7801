import { artifactRow } from './artifact-rows.ts'
import { deletedNotebookRow, notebookRow } from './notebook-rows.ts'

/** Rows of notebooks. */
export const rows = [notebookRow, deletedNotebookRow, artifactRow]
