import { addMs, rowTable, type TableDeps } from '@signet/kernel'
import * as z from 'zod'
import { type ArtifactRow, type ArtifactTable, artifactTable, WORK_SECONDS } from '../artifacts/artifact-table.ts'
import { deletedNotebookRow, notebookRow } from '../contract/notebook-rows.ts'
import type { NotebookRow } from '../notebooks/source-set.ts'

export const ForgottenUpload = z.object({
  workspace_id: z.string(),
  upload_id: z.string(),
  deleted_at: z.iso.datetime(),
})
export type ForgottenUpload = z.infer<typeof ForgottenUpload>

const TRIES = 20

type Sections = NonNullable<ArtifactRow['sections']>

const quotes = ({ citations }: Sections[number]['items'][number], upload: string): boolean =>
  citations.some((citation) => citation.upload === upload)

/**
 * Returns the sections without statements that quote the upload. A changed section is generated again by the next run.
 */
const sectionsWithout = (sections: Sections, upload: string): Sections =>
  sections.map((section) => {
    const items = section.items.filter((item) => !quotes(item, upload))
    return items.length === section.items.length ? section : { ...section, input_hash: '', items }
  })

const mayQuote = ({ state, due }: ArtifactRow, { sources }: NotebookRow, forgotten: ForgottenUpload): boolean =>
  state === 'generating' &&
  sources.some(({ upload }) => upload === forgotten.upload_id) &&
  addMs(new Date(due), -WORK_SECONDS * 1000).toISOString() <= forgotten.deleted_at

/**
 * Removes the quotes of the upload from one artifact. Returns false if another worker has changed it in the meantime.
 */
const forgetIn = async (
  artifacts: ArtifactTable,
  notebook: NotebookRow,
  row: ArtifactRow,
  forgotten: ForgottenUpload,
): Promise<boolean> => {
  const { sections = [] } = row
  const remaining = sectionsWithout(sections, forgotten.upload_id)
  const isAgain = mayQuote(row, notebook, forgotten)
  if (!isAgain && remaining.every((section, i) => section === sections[i])) return true
  return artifacts.forget(row, remaining, isAgain)
}

const forgetInNotebook = async (artifacts: ArtifactTable, notebook: NotebookRow, forgotten: ForgottenUpload) => {
  for (let tries = 0; tries < TRIES; tries++) {
    let isDone = true
    for (const row of await artifacts.all(notebook.workspace, notebook.notebook))
      isDone = (await forgetIn(artifacts, notebook, row, forgotten)) && isDone
    if (isDone) return
  }
  throw new Error(`The artifacts of ${notebook.notebook} are changed by too many concurrent workers`)
}

/**
 * Removes the quotes of an upload from the artifacts of its workspace, with the statements that depend on them. It may
 * be repeated, and killed at any line.
 */
export const forgetUpload =
  (deps: TableDeps) =>
  async (forgotten: ForgottenUpload): Promise<void> => {
    const workspace = forgotten.workspace_id
    const lists = [rowTable(notebookRow, deps), rowTable(deletedNotebookRow, deps)]
    const notebooks = (await Promise.all(lists.map((rows) => rows.all({ workspace })))).flat()
    for (const notebook of notebooks) await forgetInNotebook(artifactTable(deps), notebook, forgotten)
  }
