import { reply } from '@signet/contracts'
import { notFound, Refusal, refusal, route } from '@signet/kernel'
import type { UploadedPart } from '@signet/kernel/bucket'
import { workspaceOf } from '@signet/search/conversations/callers'
import { completeUpload } from '../contract/uploads.ts'
import { originalKey } from '../storage/object-keys.ts'
import { beginImport } from './begin-import.ts'
import { notUploading } from './next-upload-part.ts'
import { partCount, partSize } from './part-addresses.ts'
import type { UploadDeps } from './upload-deps.ts'
import { isExpired, statusView, type UploadRow } from './upload-view.ts'

const missing = (part: number, uploadedPart: UploadedPart | undefined, expected: number) =>
  refusal(
    'part_missing',
    uploadedPart
      ? `Part ${part} has ${uploadedPart.size} bytes instead of ${expected}; PUT it again`
      : `Part ${part} is missing; request its address with part ${part - 1} and PUT it`,
    { extras: { part } },
  )

/** Checks that each part occurs once, in order, and with its exact size. */
const checkedParts = (row: UploadRow, listed: readonly UploadedPart[]) => {
  const partsByNumber = new Map(listed.map((part) => [part.number, part]))
  const parts: UploadedPart[] = []
  for (let number = 1; number <= partCount(row.bytes); number++) {
    const uploadedPart = partsByNumber.get(number)
    const expected = partSize(row.bytes, number)
    if (uploadedPart?.size !== expected) return missing(number, uploadedPart, expected)
    parts.push(uploadedPart)
  }
  return parts
}

/** Joins the parts into the object. If a request died after this, the next one finds the object. */
const joined = async ({ parts, bucket }: UploadDeps, row: UploadRow) => {
  const key = originalKey(row.workspace, row.upload)
  const listed = await parts.parts(key, row.parts_id ?? '')
  if (listed) {
    const checked = checkedParts(row, listed)
    if (checked instanceof Refusal) return checked
    if (await parts.complete(key, row.parts_id ?? '', checked)) return undefined
  }
  return (await bucket.head(key))?.size === row.bytes ? undefined : missing(1, undefined, partSize(row.bytes, 1))
}

/**
 * Completes an upload: joins the parts, updates the row, begins the import. Each step may be repeated by another
 * request.
 */
export const completeUploadRoute = (deps: UploadDeps) =>
  route(completeUpload, async ({ params: { id }, caller }) => {
    const { uploads, now } = deps
    const row = await uploads.get({ workspace: workspaceOf(caller), upload: id })
    if (!row) return notFound('There is no such upload')
    if (row.state === 'aborted' || isExpired(row, now())) return notUploading(row, now())
    if (row.state === 'uploaded') return reply(202, statusView(row, await beginImport(deps, row), now()))
    const refused = await joined(deps, row)
    if (refused) return refused
    const uploaded: UploadRow = { ...row, state: 'uploaded', parts_done: partCount(row.bytes) }
    if (!(await uploads.replace(row, uploaded, { state: 'uploading' }))) {
      const other = await uploads.get(row)
      if (other?.state !== 'uploaded') return other ? notUploading(other, now()) : notFound('There is no such upload')
    }
    return reply(202, statusView(uploaded, await beginImport(deps, uploaded), now()))
  })
