import { Buffer } from 'node:buffer'
import { reply } from '@signet/contracts'
import { addMs, Refusal, refusal, route } from '@signet/kernel'
import { workspaceOf } from '@signet/search/conversations/callers'
import { createSimpleUpload, SIMPLE_BYTES, UPLOAD_HOURS } from '../contract/uploads.ts'
import { originalKey } from '../storage/object-keys.ts'
import { beginImport } from './begin-import.ts'
import type { UploadDeps } from './upload-deps.ts'
import { uploadRefusal } from './upload-quota.ts'
import { statusView } from './upload-view.ts'

const ZIP = Buffer.from('PK\u0003\u0004')
const INSTEAD = 'upload it in parts: POST /api/uploads'

/** The object is written before its row: a row without an object could never be read. */
export const createSimpleUploadRoute = (deps: UploadDeps) =>
  route(createSimpleUpload, async ({ query: { name }, body, caller }) => {
    const { uploads, bucket, newId, now, spend } = deps
    if (body.length >= SIMPLE_BYTES) {
      const extras = { limit: SIMPLE_BYTES - 1 }
      return refusal('payload_too_large', `The file has ${body.length} bytes; ${INSTEAD}`, { extras })
    }
    if (Buffer.from(body.subarray(0, ZIP.length)).equals(ZIP))
      return refusal('zip_needs_parts', `The file is a ZIP; ${INSTEAD}`)
    if (body.length === 0) return refusal('empty_file', 'The file has no bytes; send the export as the body')
    const over = await uploadRefusal(deps, workspaceOf(caller), body.length)
    if (over) return over
    const counted = await spend.reserve('storage', body.length)
    if (counted instanceof Refusal) return counted
    const at = now()
    const row = {
      workspace: workspaceOf(caller),
      upload: newId(),
      name,
      bytes: body.length,
      state: 'uploaded' as const,
      created_at: at.toISOString(),
      expires_at: addMs(at, UPLOAD_HOURS * 3_600_000).toISOString(),
    }
    await bucket.put(originalKey(row.workspace, row.upload), body)
    await uploads.putNew(row, row)
    return reply(202, statusView(row, await beginImport(deps, row), now()))
  })
