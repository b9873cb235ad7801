import { addMs, rowTable, type TableDeps } from '@signet/kernel'
import * as z from 'zod'
import { type ArtifactRow, type ArtifactTable, artifactTable, WORK_SECONDS } from '../artifacts/artifact-table.ts'
import { deletedNotebookRow, notebookRow } from '../contract/notebook-rows.ts'
import type { NotebookRow } from '../notebooks/source-set.ts'

export const DeletedUpload = z.object({
  workspace_id: z.string(),
  upload_id: z.string(),
  deleted_at: z.iso.datetime(),
})
export type DeletedUpload = z.infer<typeof DeletedUpload>

const ATTEMPTS_MAX = 20

type Sections = NonNullable<ArtifactRow['sections']>

const quotesUpload = ({ citations }: Sections[number]['items'][number], upload: string): boolean =>
  citations.some((citation) => citation.upload === upload)

/**
 * Returns the sections without statements that quote the upload. The next run generates a changed section again.
 */
const sectionsWithout = (sections: Sections, upload: string): Sections =>
  sections.map((section) => {
    const items = section.items.filter((item) => !quotesUpload(item, upload))
    return items.length === section.items.length ? section : { ...section, input_hash: '', items }
  })

/** Returns whether a run in progress may have read the upload before it was deleted. */
const mayQuote = ({ state, due }: ArtifactRow, { sources }: NotebookRow, deletedUpload: DeletedUpload): boolean =>
  state === 'generating' &&
  sources.some(({ upload }) => upload === deletedUpload.upload_id) &&
  // A claim sets `due` to its own time plus `WORK_SECONDS`.
  addMs(new Date(due), -WORK_SECONDS * 1000).toISOString() <= deletedUpload.deleted_at

/**
 * Removes the quotes of the upload from one artifact. Returns false if another worker has changed the artifact in the
 * meantime.
 */
const removeQuotes = async (
  artifacts: ArtifactTable,
  notebook: NotebookRow,
  row: ArtifactRow,
  deletedUpload: DeletedUpload,
): Promise<boolean> => {
  const { sections = [] } = row
  const remaining = sectionsWithout(sections, deletedUpload.upload_id)
  const isRestarted = mayQuote(row, notebook, deletedUpload)
  if (!isRestarted && remaining.every((section, i) => section === sections[i])) return true
  return artifacts.replaceSections(row, remaining, isRestarted)
}

const removeQuotesInNotebook = async (
  artifacts: ArtifactTable,
  notebook: NotebookRow,
  deletedUpload: DeletedUpload,
) => {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    let isDone = true
    for (const row of await artifacts.all(notebook.workspace, notebook.notebook))
      isDone = (await removeQuotes(artifacts, notebook, row, deletedUpload)) && isDone
    if (isDone) return
  }
  throw new Error(`The artifacts of ${notebook.notebook} are changed by too many concurrent workers`)
}

/**
 * Removes the statements that quote an upload from the artifacts of its workspace. A worker may be killed at any line, and
 * the removal may be repeated.
 */
export const forgetUpload =
  (deps: TableDeps) =>
  async (deletedUpload: DeletedUpload): Promise<void> => {
    const workspace = deletedUpload.workspace_id
    const tables = [rowTable(notebookRow, deps), rowTable(deletedNotebookRow, deps)]
    const notebooks = (await Promise.all(tables.map((rows) => rows.all({ workspace })))).flat()
    for (const notebook of notebooks) await removeQuotesInNotebook(artifactTable(deps), notebook, deletedUpload)
  }
