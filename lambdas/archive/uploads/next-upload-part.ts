import { reply } from '@signet/contracts'
import { notFound, Refusal, refusal, route } from '@signet/kernel'
import { workspaceOf } from '@signet/search/conversations/callers'
import { nextUploadPart } from '../contract/uploads.ts'
import { originalKey } from '../storage/object-keys.ts'
import { nextPart, partCount, partSize } from './part-addresses.ts'
import type { UploadDeps } from './upload-deps.ts'
import { isExpired, type UploadRow } from './upload-view.ts'

const NO_RESERVATION = { settle: async () => {} }

export const notUploading = (row: UploadRow, now: Date) => {
  const state = isExpired(row, now) ? 'expired' : row.state
  return refusal('not_uploading', `The upload is ${state} and accepts no more parts`, { extras: { state } })
}

const outOfOrder = (expected: number, part: number) =>
  refusal('part_out_of_order', `part must be at most ${expected}, the next one; got ${part}`, {
    extras: { expected },
  })

const checkedPart = async ({ parts }: UploadDeps, row: UploadRow, part: number, etag: string | undefined) => {
  const key = originalKey(row.workspace, row.upload)
  const uploaded = await parts.part(key, row.parts_id ?? '', part)
  const remedy = `PUT part ${part} again`
  if (!uploaded) return refusal('part_missing', `Part ${part} is missing; ${remedy}`, { extras: { part } })
  const expected = partSize(row.bytes, part)
  if (uploaded.size !== expected) {
    const extras = { part, expected, got: uploaded.size }
    return refusal('part_size', `Part ${part} has ${uploaded.size} bytes instead of ${expected}; ${remedy}`, { extras })
  }
  const unquoted = (text: string) => text.replaceAll('"', '')
  if (etag !== undefined && unquoted(etag) !== unquoted(uploaded.etag)) {
    return refusal('part_missing', `Part ${part} has a different ETag than ${etag}; ${remedy}`, { extras: { part } })
  }
  return uploaded.etag
}

/** Records that a part is stored, and returns the URL of the next part. A URL is issued only after the previous part. */
export const nextUploadPartRoute = (deps: UploadDeps) =>
  route(nextUploadPart, async ({ params: { id }, body: { part, etag }, caller }) => {
    const { uploads, now, spend } = deps
    const row = await uploads.get({ workspace: workspaceOf(caller), upload: id })
    if (!row) return notFound('The upload does not exist')
    if (row.state !== 'uploading' || isExpired(row, now())) return notUploading(row, now())
    const partsDone = row.parts_done ?? 0
    if (part > partsDone + 1 || part > partCount(row.bytes)) return outOfOrder(partsDone + 1, part)
    if (part === partsDone + 1) {
      const etagOrRefusal = await checkedPart(deps, row, part, etag)
      if (etagOrRefusal instanceof Refusal) return etagOrRefusal
      // A part counts when its URL is issued. If the daily limit does not permit the next part, the confirmed part is
      // not recorded, and the client can repeat the request.
      const reservation =
        part < partCount(row.bytes) ? await spend.reserve('storage', partSize(row.bytes, part + 1)) : NO_RESERVATION
      if (reservation instanceof Refusal) return reservation
      const updated = { ...row, parts_done: part, last_etag: etagOrRefusal }
      // If a concurrent request was faster, it recorded and counted the same part.
      if (!(await uploads.replace(row, updated, { state: 'uploading', parts_done: partsDone })))
        await reservation.settle(0)
    }
    return reply(200, { partsDone: Math.max(partsDone, part), next: await nextPart(deps, row, part) })
  })
