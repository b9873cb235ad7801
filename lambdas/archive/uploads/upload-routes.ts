import { Buffer } from 'node:buffer'
import { reply } from '@signet/contracts'
import { addMs, notFound, Refusal, type Route, refusal, route } from '@signet/kernel'
import type { UploadedPart } from '@signet/kernel/bucket'
import { workspaceOf } from '@signet/search/conversations/callers'
import {
  completeUpload,
  createSimpleUpload,
  createUpload,
  getUploadStatus,
  listUploads,
  PART_BYTES,
  SIMPLE_UPLOAD_BYTES,
  UPLOAD_HOURS,
} from '../contract/uploads.ts'
import { originalKey } from '../storage/object-keys.ts'
import { beginImport, importProgress } from './begin-import.ts'
import { deleteUploadRoute } from './delete-upload.ts'
import { nextUploadPartRoute, notUploading } from './next-upload-part.ts'
import { nextPart, partCount, partSize } from './part-addresses.ts'
import type { UploadDeps } from './upload-deps.ts'
import { beginUpload, uploadRefusal } from './upload-quota.ts'
import { isExpired, statusView, type UploadRow, uploadView } from './upload-view.ts'

/** Routes that read uploads of the caller's workspace. Another workspace's uploads return 404. */
const readUploadRoutes = ({ now, ...deps }: UploadDeps): readonly Route[] => [
  route(getUploadStatus, async ({ params: { id }, caller }) => {
    const row = await deps.uploads.get({ workspace: workspaceOf(caller), upload: id })
    if (!row) return notFound('The upload does not exist')
    return reply(200, statusView(row, await importProgress(deps, row), now()))
  }),
  route(listUploads, async ({ query: { limit, cursor }, caller }) => {
    const { rows, nextCursor } = await deps.uploads.page(
      { workspace: workspaceOf(caller) },
      { limit, cursor, newestFirst: true },
    )
    const importRows = await Promise.all(rows.map((row) => deps.imports.get(row)))
    return reply(200, { uploads: rows.map((row, i) => uploadView(row, importRows[i], now())), nextCursor })
  }),
]

const partMissing = (part: number, uploadedPart: UploadedPart | undefined, expectedSize: number) =>
  refusal(
    'part_missing',
    uploadedPart
      ? `Part ${part} has ${uploadedPart.size} bytes instead of ${expectedSize}; upload it again`
      : `Part ${part} is missing; request its address with part ${part - 1} and PUT it`,
    { extras: { part } },
  )

const checkedParts = (row: UploadRow, listed: readonly UploadedPart[]) => {
  const partsByNumber = new Map(listed.map((part) => [part.number, part]))
  const parts: UploadedPart[] = []
  for (let number = 1; number <= partCount(row.bytes); number++) {
    const uploadedPart = partsByNumber.get(number)
    const expectedSize = partSize(row.bytes, number)
    if (uploadedPart?.size !== expectedSize) return partMissing(number, uploadedPart, expectedSize)
    parts.push(uploadedPart)
  }
  return parts
}

/** Joins the parts into the object. If an earlier request has joined them, checks the object. */
const joinParts = async ({ parts, bucket }: UploadDeps, row: UploadRow) => {
  const key = originalKey(row.workspace, row.upload)
  const listed = await parts.parts(key, row.parts_id ?? '')
  if (listed) {
    const partsOrRefusal = checkedParts(row, listed)
    if (partsOrRefusal instanceof Refusal) return partsOrRefusal
    if (await parts.complete(key, row.parts_id ?? '', partsOrRefusal)) return undefined
  }
  return (await bucket.head(key))?.size === row.bytes ? undefined : partMissing(1, undefined, partSize(row.bytes, 1))
}

/**
 * Completes an upload: joins the parts, updates the row, starts the import. If a request fails between these steps, it can
 * be repeated.
 */
const completeUploadRoute = (deps: UploadDeps) =>
  route(completeUpload, async ({ params: { id }, caller }) => {
    const { uploads, now } = deps
    const row = await uploads.get({ workspace: workspaceOf(caller), upload: id })
    if (!row) return notFound('The upload does not exist')
    if (row.state === 'aborted' || isExpired(row, now())) return notUploading(row, now())
    if (row.state === 'uploaded') return reply(202, statusView(row, await beginImport(deps, row), now()))
    const refused = await joinParts(deps, row)
    if (refused) return refused
    const uploaded: UploadRow = { ...row, state: 'uploaded', parts_done: partCount(row.bytes) }
    if (!(await uploads.replace(row, uploaded, { state: 'uploading' }))) {
      const currentRow = await uploads.get(row)
      if (currentRow?.state !== 'uploaded')
        return currentRow ? notUploading(currentRow, now()) : notFound('The upload does not exist')
    }
    return reply(202, statusView(uploaded, await beginImport(deps, uploaded), now()))
  })

/** Starts an upload. If the row cannot be written, the bucket's lifecycle rule aborts the upload at S3. */
const createUploadRoute = (deps: UploadDeps) =>
  route(createUpload, async ({ body: { name, bytes }, caller }) => {
    const { parts, newId, now, spend } = deps
    const workspace = workspaceOf(caller)
    const upload = newId()
    const createdAt = now()
    const quotaRefusal = await uploadRefusal(deps, workspace, bytes)
    if (quotaRefusal) return quotaRefusal
    // Each part counts when its URL is issued, so that an announced size alone uses no quota.
    const reservation = await spend.reserve('storage', partSize(bytes, 1))
    if (reservation instanceof Refusal) return reservation
    const createAtS3 = () =>
      parts.create(originalKey(workspace, upload)).catch(async (error: unknown) => {
        await reservation.settle(0)
        throw error
      })
    const row: UploadRow = {
      workspace,
      upload,
      name,
      bytes,
      state: 'uploading',
      created_at: createdAt.toISOString(),
      expires_at: addMs(createdAt, UPLOAD_HOURS * 3_600_000).toISOString(),
      parts_id: await createAtS3(),
      part_bytes: PART_BYTES,
      parts_done: 0,
    }
    const beginRefusal = await beginUpload(deps, row)
    if (beginRefusal) {
      // Concurrent requests were faster. The bucket's lifecycle rule aborts the upload at S3.
      await reservation.settle(0)
      return beginRefusal
    }
    const next = await nextPart(deps, row, 0)
    // A file has at least one byte, so it has a first part.
    if (next === null) throw new Error(`The upload ${upload} has no parts`)
    return reply(201, { upload: uploadView(row, undefined, createdAt), partBytes: PART_BYTES, next })
  })

const ZIP_SIGNATURE = Buffer.from('PK\u0003\u0004')
const REMEDY = 'upload it in parts: POST /api/uploads'

/** Writes the object before its row, because the import of a row without an object fails. */
const createSimpleUploadRoute = (deps: UploadDeps) =>
  route(createSimpleUpload, async ({ query: { name }, body, caller }) => {
    const { uploads, bucket, newId, now, spend } = deps
    if (body.length >= SIMPLE_UPLOAD_BYTES) {
      const extras = { limit: SIMPLE_UPLOAD_BYTES - 1 }
      return refusal('payload_too_large', `The file has ${body.length} bytes; ${REMEDY}`, { extras })
    }
    if (Buffer.from(body.subarray(0, ZIP_SIGNATURE.length)).equals(ZIP_SIGNATURE))
      return refusal('zip_needs_parts', `The file is a ZIP; ${REMEDY}`)
    if (body.length === 0) return refusal('empty_file', 'The file is empty. Send the export as the body')
    const quotaRefusal = await uploadRefusal(deps, workspaceOf(caller), body.length)
    if (quotaRefusal) return quotaRefusal
    const reservation = await spend.reserve('storage', body.length)
    if (reservation instanceof Refusal) return reservation
    const createdAt = now()
    const row = {
      workspace: workspaceOf(caller),
      upload: newId(),
      name,
      bytes: body.length,
      state: 'uploaded' as const,
      created_at: createdAt.toISOString(),
      expires_at: addMs(createdAt, UPLOAD_HOURS * 3_600_000).toISOString(),
    }
    await bucket.put(originalKey(row.workspace, row.upload), body)
    await uploads.putNew(row, row)
    return reply(202, statusView(row, await beginImport(deps, row), now()))
  })

export const uploadRoutes = (deps: UploadDeps): readonly Route[] => [
  createSimpleUploadRoute(deps),
  createUploadRoute(deps),
  nextUploadPartRoute(deps),
  completeUploadRoute(deps),
  deleteUploadRoute(deps),
  ...readUploadRoutes(deps),
]
