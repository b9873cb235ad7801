import { reply } from '@signet/contracts'
import { notFound, Refusal, refusal, route } from '@signet/kernel'
import { workspaceOf } from '@signet/search/conversations/callers'
import { nextUploadPart } from '../contract/uploads.ts'
import { originalKey } from '../storage/object-keys.ts'
import { nextPart, partCount, partSize } from './part-addresses.ts'
import type { UploadDeps } from './upload-deps.ts'
import { isExpired, type UploadRow } from './upload-view.ts'

const NOTHING = { settle: async () => {} }

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
  const again = `PUT part ${part} again`
  if (!uploaded) return refusal('part_missing', `Part ${part} is missing; ${again}`, { extras: { part } })
  const expected = partSize(row.bytes, part)
  if (uploaded.size !== expected) {
    const extras = { part, expected, got: uploaded.size }
    return refusal('part_size', `Part ${part} has ${uploaded.size} bytes instead of ${expected}; ${again}`, { extras })
  }
  const bare = (text: string) => text.replaceAll('"', '')
  if (etag !== undefined && bare(etag) !== bare(uploaded.etag)) {
    return refusal('part_missing', `Part ${part} has a different ETag than ${etag}; ${again}`, { extras: { part } })
  }
  return uploaded.etag
}

/** Records that a part is stored, and returns the URL of the next one, which is not available earlier. */
export const nextUploadPartRoute = (deps: UploadDeps) =>
  route(nextUploadPart, async ({ params: { id }, body: { part, etag }, caller }) => {
    const { uploads, now, spend } = deps
    const row = await uploads.get({ workspace: workspaceOf(caller), upload: id })
    if (!row) return notFound('The upload does not exist')
    if (row.state !== 'uploading' || isExpired(row, now())) return notUploading(row, now())
    const partsDone = row.parts_done ?? 0
    if (part > partsDone + 1 || part > partCount(row.bytes)) return outOfOrder(partsDone + 1, part)
    if (part === partsDone + 1) {
      const checked = await checkedPart(deps, row, part, etag)
      if (checked instanceof Refusal) return checked
      // A part with a URL may be sent, so it is counted. If the quota does not permit it, the part is not recorded, and
      // the request can be repeated.
      const reservation =
        part < partCount(row.bytes) ? await spend.reserve('storage', partSize(row.bytes, part + 1)) : NOTHING
      if (reservation instanceof Refusal) return reservation
      const updated = { ...row, parts_done: part, last_etag: checked }
      // If a concurrent request was faster, it recorded and counted the same part.
      if (!(await uploads.replace(row, updated, { state: 'uploading', parts_done: partsDone })))
        await reservation.settle(0)
    }
    return reply(200, { partsDone: Math.max(partsDone, part), next: await nextPart(deps, row, part) })
  })
