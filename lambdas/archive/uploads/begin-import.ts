import type { UploadDeps } from './upload-deps.ts'
import type { UploadRow } from './upload-view.ts'

/** Has a kept upload read. Again it changes nothing: an import is begun once, and worked on by one worker. */
export const beginImport = async ({ imports, queue }: Pick<UploadDeps, 'imports' | 'queue'>, row: UploadRow) => {
  await imports.begin(row, row.bytes)
  await queue.send(row)
  return imports.get(row)
}
