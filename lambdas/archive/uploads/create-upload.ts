import { reply } from '@signet/contracts'
import { addMs, Refusal, route } from '@signet/kernel'
import { workspaceOf } from '@signet/search/conversations/callers'
import { createUpload, PART_BYTES, UPLOAD_HOURS } from '../contract/uploads.ts'
import { originalKey } from '../storage/object-keys.ts'
import { nextPart, partSize } from './part-addresses.ts'
import type { UploadDeps } from './upload-deps.ts'
import { beginUpload, uploadRefusal } from './upload-quota.ts'
import { type UploadRow, uploadView } from './upload-view.ts'

/** Begins an upload. If it is begun at S3 but has no row, the bucket's lifecycle rule aborts it. */
export const createUploadRoute = (deps: UploadDeps) =>
  route(createUpload, async ({ body: { name, bytes }, caller }) => {
    const { parts, newId, now, spend } = deps
    const workspace = workspaceOf(caller)
    const upload = newId()
    const at = now()
    const over = await uploadRefusal(deps, workspace, bytes)
    if (over) return over
    // Part by part, as their addresses are handed out: what is announced costs nothing.
    const counted = await spend.reserve('storage', partSize(bytes, 1))
    if (counted instanceof Refusal) return counted
    const begin = () =>
      parts.create(originalKey(workspace, upload)).catch(async (error: unknown) => {
        await counted.settle(0)
        throw error
      })
    const row: UploadRow = {
      workspace,
      upload,
      name,
      bytes,
      state: 'uploading',
      created_at: at.toISOString(),
      expires_at: addMs(at, UPLOAD_HOURS * 3_600_000).toISOString(),
      parts_id: await begin(),
      part_bytes: PART_BYTES,
      parts_done: 0,
    }
    const full = await beginUpload(deps, row)
    if (full) {
      // Others were faster. What was begun at S3 is aborted by the bucket's lifecycle rule.
      await counted.settle(0)
      return full
    }
    const next = await nextPart(deps, row, 0)
    // A file has at least one byte, so it has a first part.
    if (next === null) throw new Error(`The upload ${upload} has no parts`)
    return reply(201, { upload: uploadView(row, undefined, at), partBytes: PART_BYTES, next })
  })
