import { detectRoot, HEAD_BYTES, type Position } from '@signet/chat-exports'
import type { ArchiveBucket } from '../storage/archive-bucket.ts'
import { innerArchiveKey, memberKey, originalKey } from '../storage/object-keys.ts'
import type { ReadableFile } from './file-chunks.ts'
import type { NamedFile } from './file-table.ts'
import { ImportFailure } from './import-failure.ts'
import type { IngestDeps } from './ingest-deps.ts'
import type { IngestRow } from './ingest-table.ts'
import type { LeasedWork } from './leased-row.ts'
import { unpackedFiles } from './unzip.ts'

type Bucket = Pick<ArchiveBucket, 'read'>

/**
 * Detects the kind of a file by its first bytes.
 * @throws ImportFailure if the object does not exist
 */
export const rootOf = async (
  bucket: Bucket,
  { key, etag, bytes }: ReadableFile,
): Promise<ReturnType<typeof detectRoot>> => {
  // S3 refuses every range of an empty object.
  if (bytes === 0) return 'empty'
  const head = await bucket.read(key, { range: { start: 0, end: Math.min(bytes, HEAD_BYTES) }, etag })
  if (!head) throw new ImportFailure('object_missing')
  return detectRoot(head)
}

const etagAndSizeOf = async (
  { bucket }: IngestDeps,
  key: string,
): Promise<{ readonly etag: string; readonly bytes: number }> => {
  const head = await bucket.head(key)
  if (!head) throw new ImportFailure('object_missing')
  return { etag: head.etag, bytes: head.size }
}

/** Records a file. This is a checkpoint: the file is not unpacked again. */
const recordFile = async ({ files }: IngestDeps, lease: LeasedWork<IngestRow>, file: NamedFile): Promise<void> => {
  // Checks the lease: a deletion waits until leases end, but not until rows of files are written.
  const { files_found: fileNumber = 0, bytes_total } = await lease.save({})
  await files.put(lease.row, fileNumber, file)
  await lease.save({
    files_found: fileNumber + 1,
    bytes_total: (fileNumber === 0 ? 0 : bytes_total) + file.bytes,
    tries: 1,
  })
}

const unpack = async (
  deps: IngestDeps,
  lease: LeasedWork<IngestRow>,
  zip: ReadableFile,
  isTimeUp: () => boolean,
): Promise<boolean> => {
  const { workspace, upload, files_found = 0 } = lease.row
  const keys = {
    file: (index: number) => memberKey(workspace, upload, index),
    archive: (index: number) => innerArchiveKey(workspace, upload, index),
  }
  for await (const { name, key } of unpackedFiles(deps, zip, keys, files_found)) {
    await recordFile(deps, lease, { name, key, ...(await etagAndSizeOf(deps, key)) })
    if (isTimeUp()) return false
  }
  return true
}

/**
 * Finds the conversation files: the upload itself, or the unpacked members of a ZIP. Returns false when time is up; the
 * files unpacked so far are recorded.
 */
export const findFiles = async (
  deps: IngestDeps,
  lease: LeasedWork<IngestRow>,
  isTimeUp: () => boolean,
): Promise<boolean> => {
  const { workspace, upload } = lease.row
  const row = await deps.uploads.get({ workspace, upload })
  if (!row) throw new ImportFailure('object_missing')
  const key = originalKey(workspace, upload)
  const original = { key, ...(await etagAndSizeOf(deps, key)) }
  const began_at = lease.row.began_at ?? deps.now().toISOString()
  await lease.save({ state: 'detecting', began_at })
  const root = await rootOf(deps.bucket, original)
  if (root === 'empty') throw new ImportFailure('empty_file')
  if (root === 'unknown') throw new ImportFailure('unknown_format')
  if (root === 'zip') {
    if (!(await unpack(deps, lease, original, isTimeUp))) return false
    await lease.save({ state: 'ingesting' })
    return true
  }
  if (!lease.row.files_found) await recordFile(deps, lease, { name: row.name, ...original })
  await lease.save({ state: 'ingesting' })
  return true
}

export const positionOf = ({ envelope, ...position }: NonNullable<IngestRow['position']>): Position =>
  envelope === undefined ? position : { ...position, envelope }

/** Returns the start of the next batch of a file; undefined if the file has no known content. */
export const nextBatchStart = async (
  bucket: Bucket,
  row: IngestRow,
  file: ReadableFile,
): Promise<Position | undefined> => {
  if (row.position) return positionOf(row.position)
  const root = await rootOf(bucket, file)
  return typeof root === 'string' ? undefined : root
}
