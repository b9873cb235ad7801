import { reply } from '@signet/contracts'
import { notFound, route, unavailable } from '@signet/kernel'
import { deleteUpload } from '../contract/uploads.ts'
import { originalKey } from '../storage/object-keys.ts'
import { workspaceOf } from '../workspace.ts'
import type { UploadDeps } from './upload-deps.ts'
import type { UploadRow } from './upload-view.ts'

/** How often a deletion tries to come between two checkpoints of the worker. */
const TRIES = 5

/** Gives parts up. The row stays until it is deleted again, so that whoever uploads hears why. */
const abort = async ({ uploads, parts }: UploadDeps, row: UploadRow): Promise<boolean> => {
  if (row.state === 'aborted') return uploads.remove(row, { state: 'aborted' })
  if (!(await uploads.replace(row, { ...row, state: 'aborted' }, { state: 'uploading' }))) return false
  await parts.abort(originalKey(row.workspace, row.upload), row.parts_id ?? '')
  return true
}

/** Marks the import; the workers remove what it made, and at last the rows. */
const markDeleting = async ({ imports, queue }: UploadDeps, row: UploadRow): Promise<boolean> => {
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

/** Gives an upload up that is not complete; deletes one that is, with what it made. */
export const deleteUploadRoute = (deps: UploadDeps) =>
  route(deleteUpload, async ({ params: { id }, caller }) => {
    const row = await deps.uploads.get({ workspace: workspaceOf(caller), upload: id })
    if (!row) return notFound('There is no such upload')
    const isUploaded = row.state === 'uploaded'
    const done = isUploaded ? await markDeleting(deps, row) : await abort(deps, row)
    if (!done) return unavailable('Something else changes this upload at the moment; try again', 1)
    return reply(202, { id, state: isUploaded ? ('deleting' as const) : ('aborted' as const) })
  })
