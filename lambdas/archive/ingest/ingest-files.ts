import type { Position } from '@signet/chat-exports'
import type { FailureCode } from '@signet/search/conversations/rows'
import { ERRORS_SHOWN } from '../contract/uploads.ts'
import { type Batch, fileBatches } from './batches.ts'
import { FileGone, type ReadableFile } from './file-chunks.ts'
import { firstBatchIn, positionOf } from './find-files.ts'
import { fileFailureOf, ImportFailure } from './import-failure.ts'
import { bytesBefore, progressAfter, withShapes } from './ingest-progress.ts'
import { type IngestRun, ingest, type Outcome } from './ingest-run.ts'
import { ingestSlices } from './ingest-slices.ts'
import type { IngestRow } from './ingest-table.ts'
import { hasNoAttemptsLeft } from './leases.ts'
import { threadBatches } from './threads.ts'

const firstFragment = (row: IngestRow, { from, entries }: Batch): IngestRow['fragments_from'] =>
  row.fragments_from ?? (entries.some(({ outcome }) => outcome.kind === 'fragment') ? from : undefined)

const endOf = ({ bytes }: ReadableFile): IngestRow['place'] => ({ offset: bytes, root: 'lines', index: 0 })

/** Counts a member of a ZIP that is not JSON as one unknown item. */
const passOver = async ({ lease }: IngestRun<IngestRow>, file: ReadableFile): Promise<void> => {
  const { counts, errors, file: at } = lease.row
  const error = { file: at, index: 0, start: 0, end: file.bytes, code: 'unknown_shape' }
  await lease.save({
    counts: { ...counts, seen: counts.seen + 1, unsupported: counts.unsupported + 1 },
    ...withShapes(lease.row, [{ ...error, keys: [], count: 1 }]),
    errors: [...errors, error].slice(0, ERRORS_SHOWN),
    place: endOf(file),
  })
}

const ingestRest = async (run: IngestRun<IngestRow>, file: ReadableFile, from: Position): Promise<Outcome> => {
  const { deps, lease, isTimeUp } = run
  const rest = { end: file.bytes, deferred: [] }
  for await (const batch of fileBatches(deps.bucket, file, from, rest, deps.limits)) {
    const fragment = firstFragment(lease.row, batch)
    const result = await ingest(run, batch)
    await lease.save({
      ...progressAfter(lease.row, result, deps.now()),
      place: batch.next,
      bytes_done: bytesBefore(lease.row) + batch.next.offset,
      ...(fragment === undefined ? {} : { fragments_from: fragment }),
    })
    if (isTimeUp()) return 'time is up'
  }
  return 'done'
}

/** Reads the items of a file, with several workers while much of it is unread. */
const ingestItems = async (run: IngestRun<IngestRow>, file: ReadableFile): Promise<Outcome> => {
  const { deps, lease, isTimeUp } = run
  for (;;) {
    const from = await firstBatchIn(deps.bucket, lease.row, file)
    if (!from) {
      await passOver(run, file)
      return 'done'
    }
    if (file.bytes - from.offset < deps.limits.slices.from) return ingestRest(run, file, from)
    const outcome = await ingestSlices(run, file, from)
    if (outcome !== 'done') return outcome
    if (isTimeUp()) return 'time is up'
  }
}

const ingestThreads = async (run: IngestRun<IngestRow>, file: ReadableFile): Promise<Outcome> => {
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

const giveUp = async ({ lease }: IngestRun<IngestRow>, { bytes }: ReadableFile, code: FailureCode): Promise<void> => {
  const { counts, errors, file, failure, place = { index: 0, offset: 0 } } = lease.row
  const error = { file, index: place.index, start: place.offset, end: bytes, code }
  await lease.save({
    counts: { ...counts, seen: counts.seen + 1, failed: counts.failed + 1 },
    errors: [...errors, error].slice(0, ERRORS_SHOWN),
    failure: failure ?? code,
    planned_to: undefined,
    deferred_done: undefined,
    tries: 1,
  })
}

/** Reads a file to its end. A file that cannot be read completely is abandoned, so that the others are still read. */
const readOrGiveUp = async (run: IngestRun<IngestRow>, file: ReadableFile): Promise<Outcome> => {
  try {
    const { planned_to } = run.lease.row
    if (planned_to === undefined && hasNoAttemptsLeft(run.lease.row)) throw new ImportFailure('too_many_attempts')
    for (const step of [ingestItems, ingestThreads]) {
      const outcome = await step(run, file)
      if (outcome !== 'done') return outcome
    }
  } catch (error) {
    const code = fileFailureOf(error)
    if (code === undefined) throw error
    await giveUp(run, file, code)
  }
  return 'done'
}

const nextFile = (row: IngestRow, { bytes }: ReadableFile): Partial<IngestRow> => {
  const read = bytesBefore(row) + bytes
  const cleared = { place: undefined, fragments_from: undefined, threads_done: undefined }
  return { ...cleared, file: row.file + 1, bytes_before: read, bytes_done: read, tries: 1 }
}

export const ingestFiles = async (run: IngestRun<IngestRow>): Promise<Outcome> => {
  const { deps, lease, isTimeUp } = run
  for (;;) {
    const { file: at, files_found = 0 } = lease.row
    if (at >= files_found) return 'done'
    const file = await deps.files.get(lease.row, at)
    if (!file) throw new FileGone(`The file ${at} of ${lease.row.upload} does not exist`)
    const outcome = await readOrGiveUp(run, file)
    if (outcome !== 'done') return outcome
    await lease.save(nextFile(lease.row, file))
    if (isTimeUp()) return 'time is up'
  }
}
