import { withSlices } from '../ingest/ingest-progress.ts'
import type { UploadDeps } from './upload-deps.ts'
import type { ImportProgress, UploadRow } from './upload-view.ts'

export const importProgress = async (
  { imports, slices, files }: Pick<UploadDeps, 'imports' | 'slices' | 'files'>,
  row: UploadRow,
): Promise<ImportProgress | undefined> => {
  const importRow = await imports.get(row)
  if (importRow === undefined) return undefined
  const ingest = importRow.planned_to ? withSlices(importRow, await slices.ofCurrentFile(importRow)) : importRow
  const fileNumbers = new Set([...ingest.errors, ...(ingest.unsupported ?? [])].map(({ file }) => file))
  const names = await Promise.all(
    [...fileNumbers].map(async (fileNumber) => [fileNumber, (await files.get(row, fileNumber))?.name] as const),
  )
  return { ingest, names: new Map(names) }
}

/** Starts the import of a stored upload. Repeating it changes nothing: an import is started once and has one worker. */
export const beginImport = async (deps: Pick<UploadDeps, 'imports' | 'slices' | 'files' | 'queue'>, row: UploadRow) => {
  await deps.imports.begin(row, row.bytes)
  await deps.queue.send(row)
  return importProgress(deps, row)
}
