import { withSlices } from '../ingest/ingest-progress.ts'
import type { UploadDeps } from './upload-deps.ts'
import type { UploadRow } from './upload-view.ts'

/** The progress of an upload's import, including its slices. */
export const importProgress = async ({ imports, slices }: Pick<UploadDeps, 'imports' | 'slices'>, row: UploadRow) => {
  const begun = await imports.get(row)
  return begun?.planned_to ? withSlices(begun, await slices.of(begun)) : begun
}

/** Starts the import of a stored upload. Repeating it changes nothing: an import is begun once and has one worker. */
export const beginImport = async (deps: Pick<UploadDeps, 'imports' | 'slices' | 'queue'>, row: UploadRow) => {
  await deps.imports.begin(row, row.bytes)
  await deps.queue.send(row)
  return importProgress(deps, row)
}
