import { addMs } from '@signet/kernel'
import { type NextPart, PART_BYTES } from '../contract/uploads.ts'
import { originalKey } from '../storage/object-keys.ts'
import type { UploadDeps } from './upload-deps.ts'
import type { UploadRow } from './upload-view.ts'

const URL_VALID_SECONDS = 3600

export const partCount = (bytes: number): number => Math.ceil(bytes / PART_BYTES)

export const partSize = (bytes: number, number: number): number =>
  number < partCount(bytes) ? PART_BYTES : bytes - (number - 1) * PART_BYTES

/** Returns the bytes of the parts for which the upload received URLs, which count as used. */
export const issuedPartBytes = ({ bytes, parts_done = 0 }: Pick<UploadRow, 'bytes' | 'parts_done'>): number =>
  Math.min(bytes, (parts_done + 1) * PART_BYTES)

export const nextPart = async (
  { parts, now }: Pick<UploadDeps, 'parts' | 'now'>,
  { workspace, upload, bytes, parts_id = '' }: UploadRow,
  partsDone: number,
): Promise<NextPart | null> => {
  const part = partsDone + 1
  if (part > partCount(bytes)) return null
  const size = partSize(bytes, part)
  const address = { number: part, bytes: size, validSeconds: URL_VALID_SECONDS }
  const url = await parts.partUrl(originalKey(workspace, upload), parts_id, address)
  return { part, bytes: size, url, urlExpiresAt: addMs(now(), URL_VALID_SECONDS * 1000).toISOString() }
}
