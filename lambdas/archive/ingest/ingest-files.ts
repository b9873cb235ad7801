import type { Position } from '@signet/chat-exports'
import type { FailureCode } from '@signet/search/conversations/rows'
import { ERRORS_SHOWN_MAX } from '../contract/upload-status.ts'
import { type Batch, fileBatches } from './batches.ts'
import { FileMissingError, type ReadableFile } from './file-chunks.ts'
import { nextBatchStart, positionOf } from './find-files.ts'
import { fileFailureOf, ImportFailure } from './import-failure.ts'
import { bytesBefore, progressAfter, withShapes } from './ingest-progress.ts'
import { type IngestRun, ingest, type RunOutcome } from './ingest-run.ts'
import { ingestSlices } from './ingest-slices.ts'
import type { IngestRow } from './ingest-table.ts'
import { hasNoAttemptsLeft } from './leases.ts'
import { threadBatches } from './threads.ts'

const firstFragment = (row: IngestRow, { from, entries }: Batch): IngestRow['fragments_from'] =>
  row.fragments_from ?? (entries.some(({ outcome }) => outcome.kind === 'fragment') ? from : undefined)

/** Returns the position at the end of a file, where its root and index no longer matter. */
const endOf = ({ bytes }: ReadableFile): IngestRow['position'] => ({ offset: bytes, root: 'lines', index: 0 })

/** Counts a file without known content as one unknown item. */
const countUnknownFile = async ({ lease }: IngestRun<IngestRow>, file: ReadableFile): Promise<void> => {
  const { counts, errors, file: fileNumber } = lease.row
  const error = { file: fileNumber, index: 0, start: 0, end: file.bytes, code: 'unknown_shape' }
  await lease.save({
    counts: { ...counts, seen: counts.seen + 1, unsupported: counts.unsupported + 1 },
    ...withShapes(lease.row, [{ ...error, keys: [], count: 1 }]),
    errors: [...errors, error].slice(0, ERRORS_SHOWN_MAX),
    position: endOf(file),
  })
}

const ingestRemainder = async (run: IngestRun<IngestRow>, file: ReadableFile, from: Position): Promise<RunOutcome> => {
  const { deps, lease, isTimeUp } = run
  const remainder = { end: file.bytes, deferred: [] }
  for await (const batch of fileBatches(deps.bucket, file, from, remainder, deps.limits)) {
    const fragment = firstFragment(lease.row, batch)
    const result = await ingest(run, batch)
    await lease.save({
      ...progressAfter(lease.row, result, deps.now()),
      position: batch.next,
      bytes_done: bytesBefore(lease.row) + batch.next.offset,
      ...(fragment === undefined ? {} : { fragments_from: fragment }),
    })
    if (isTimeUp()) return 'time is up'
  }
  return 'done'
}

/** Reads the items of a file, with several workers while much of it is unread. */
const ingestItems = async (run: IngestRun<IngestRow>, file: ReadableFile): Promise<RunOutcome> => {
  const { deps, lease, isTimeUp } = run
  for (;;) {
    const from = await nextBatchStart(deps.bucket, lease.row, file)
    if (!from) {
      await countUnknownFile(run, file)
      return 'done'
    }
    if (file.bytes - from.offset < deps.limits.slices.unreadBytesMin) return ingestRemainder(run, file, from)
    const outcome = await ingestSlices(run, file, from)
    if (outcome !== 'done') return outcome
    if (isTimeUp()) return 'time is up'
  }
}

const ingestThreads = async (run: IngestRun<IngestRow>, file: ReadableFile): Promise<RunOutcome> => {
  const { deps, lease, isTimeUp } = run
  const { fragments_from, threads_done = 0 } = lease.row
  if (fragments_from === undefined) return 'done'
  const from = positionOf(fragments_from)
  for await (const batch of threadBatches(deps.bucket, file, from, threads_done, deps.limits)) {
    const result = await ingest(run, batch)
    const done = (lease.row.threads_done ?? 0) + batch.entries.length
    await lease.save({ ...progressAfter(lease.row, result, deps.now()), threads_done: done })
    if (isTimeUp()) return 'time is up'
  }
  return 'done'
}

const abandonFile = async (
  { lease }: IngestRun<IngestRow>,
  { bytes }: ReadableFile,
  code: FailureCode,
): Promise<void> => {
  const { counts, errors, file, failure, position = { index: 0, offset: 0 } } = lease.row
  const error = { file, index: position.index, start: position.offset, end: bytes, code }
  await lease.save({
    counts: { ...counts, seen: counts.seen + 1, failed: counts.failed + 1 },
    errors: [...errors, error].slice(0, ERRORS_SHOWN_MAX),
    failure: failure ?? code,
    planned_to: undefined,
    deferred_done: undefined,
    tries: 1,
  })
}

/** Reads a file to its end. A file that cannot be read completely is abandoned, so that the other files are still read. */
const readOrAbandon = async (run: IngestRun<IngestRow>, file: ReadableFile): Promise<RunOutcome> => {
  try {
    // While slices are planned, `ingestSlices` checks the attempts.
    const { planned_to } = run.lease.row
    if (planned_to === undefined && hasNoAttemptsLeft(run.lease.row)) throw new ImportFailure('too_many_attempts')
    for (const step of [ingestItems, ingestThreads]) {
      const outcome = await step(run, file)
      if (outcome !== 'done') return outcome
    }
  } catch (error) {
    const code = fileFailureOf(error)
    if (code === undefined) throw error
    await abandonFile(run, file, code)
  }
  return 'done'
}

const progressAtNextFile = (row: IngestRow, { bytes }: ReadableFile): Partial<IngestRow> => {
  const bytesRead = bytesBefore(row) + bytes
  const cleared = { position: undefined, fragments_from: undefined, threads_done: undefined }
  return { ...cleared, file: row.file + 1, bytes_before: bytesRead, bytes_done: bytesRead, tries: 1 }
}

export const ingestFiles = async (run: IngestRun<IngestRow>): Promise<RunOutcome> => {
  const { deps, lease, isTimeUp } = run
  for (;;) {
    const { file: fileNumber, files_found = 0 } = lease.row
    if (fileNumber >= files_found) return 'done'
    const file = await deps.files.get(lease.row, fileNumber)
    if (!file) throw new FileMissingError(`The file ${fileNumber} of ${lease.row.upload} does not exist`)
    const outcome = await readOrAbandon(run, file)
    if (outcome !== 'done') return outcome
    await lease.save(progressAtNextFile(lease.row, file))
    if (isTimeUp()) return 'time is up'
  }
}
