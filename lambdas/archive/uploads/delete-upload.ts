import { reply } from '@signet/contracts'
import { notFound, route, unavailable } from '@signet/kernel'
import { workspaceOf } from '@signet/search/conversations/callers'
import { deleteUpload } from '../contract/uploads.ts'
import { originalKey } from '../storage/object-keys.ts'
import { bytesHandedOut } from './part-addresses.ts'
import type { UploadDeps } from './upload-deps.ts'
import type { UploadRow } from './upload-view.ts'

const TRIES = 5

/** Aborts the upload. The row remains until it is deleted again, so that the client sees the reason. */
export const abort = async (
  { uploads, parts }: Pick<UploadDeps, 'uploads' | 'parts'>,
  row: UploadRow,
): Promise<boolean> => {
  if (row.state === 'aborted') {
    // Repeated, because S3 may have failed after the row was changed.
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
  for (let tries = 0; tries < TRIES; tries++) {
    const begun = await imports.get(row)
    if (begun === undefined) await imports.begin(row, row.bytes)
    else if (begun.state === 'deleting' || (await imports.beginDeletion(begun))) {
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
    const isDone = isUploaded ? await markDeleting(deps, row) : await abort(deps, row)
    // This request has just aborted the upload, so its bytes are released. If the request dies before, they stay
    // counted.
    if (isDone && row.state === 'uploading')
      await deps.spend.giveBack({
        thing: 'storage',
        amount: bytesHandedOut(row),
        since: row.created_at,
        id: row.upload,
      })
    if (!isDone) return unavailable('The upload is being changed by another request. Try again', 1)
    return reply(202, { id, state: isUploaded ? ('deleting' as const) : ('aborted' as const) })
  })
