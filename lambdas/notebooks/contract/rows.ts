import { artifactRow } from './artifact-rows.ts'
import { deletedNotebookRow, notebookRow } from './notebook-rows.ts'

export const rows = [notebookRow, deletedNotebookRow, artifactRow]
