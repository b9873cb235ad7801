import { reply } from '@signet/contracts'
import { notFound, route, unavailable } from '@signet/kernel'
import { workspaceOf } from '@signet/search/conversations/callers'
import { deleteUpload } from '../contract/uploads.ts'
import { originalKey } from '../storage/object-keys.ts'
import { issuedPartBytes } from './part-addresses.ts'
import type { UploadDeps } from './upload-deps.ts'
import type { UploadRow } from './upload-view.ts'

const ATTEMPTS_MAX = 5

/** Aborts an upload. Its row remains, so that clients see its state, and is removed when the upload is aborted again. */
export const abortUpload = async (
  { uploads, parts }: Pick<UploadDeps, 'uploads' | 'parts'>,
  row: UploadRow,
): Promise<boolean> => {
  if (row.state === 'aborted') {
    // Aborts at S3 again, because that may have failed after the row was changed.
    await parts.abort(originalKey(row.workspace, row.upload), row.parts_id ?? '')
    return uploads.remove(row, { state: 'aborted' })
  }
  if (!(await uploads.replace(row, { ...row, state: 'aborted' }, { state: 'uploading' }))) return false
  await parts.abort(originalKey(row.workspace, row.upload), row.parts_id ?? '')
  return true
}

/** Marks the import for deletion. The workers remove everything it created, and then the rows. */
export const markDeleting = async (
  { imports, queue }: Pick<UploadDeps, 'imports' | 'queue'>,
  row: UploadRow,
): Promise<boolean> => {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const importRow = await imports.get(row)
    if (importRow === undefined) await imports.begin(row, row.bytes)
    else if (importRow.state === 'deleting' || (await imports.beginDeletion(importRow))) {
      await queue.send(row)
      return true
    }
  }
  return false
}

export const deleteUploadRoute = (deps: UploadDeps) =>
  route(deleteUpload, async ({ params: { id }, caller }) => {
    const row = await deps.uploads.get({ workspace: workspaceOf(caller), upload: id })
    if (!row) return notFound('The upload does not exist')
    const isUploaded = row.state === 'uploaded'
    const isDone = isUploaded ? await markDeleting(deps, row) : await abortUpload(deps, row)
    // This request has aborted the upload, so its bytes are released. If the request fails before this line, they stay
    // counted.
    if (isDone && row.state === 'uploading')
      await deps.spend.giveBack({
        category: 'storage',
        amount: issuedPartBytes(row),
        since: row.created_at,
        id: row.upload,
      })
    if (!isDone) return unavailable('The upload is being changed by another request. Try again', 1)
    return reply(202, { id, state: isUploaded ? ('deleting' as const) : ('aborted' as const) })
  })
