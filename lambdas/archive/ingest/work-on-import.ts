import { ERRORS_SHOWN } from '../contract/uploads.ts'
import { ObjectChanged } from '../storage/archive-bucket.ts'
import { type Batch, fileBatches } from './batches.ts'
import { deleteImport } from './delete-import.ts'
import { FileGone, type ReadableFile } from './file-chunks.ts'
import { findFiles, placeIn } from './find-files.ts'
import { type HeldImport, holding } from './held-import.ts'
import { ImportFailure, LeaseLost } from './import-failure.ts'
import { type BatchResult, ingestBatch } from './ingest-batch.ts'
import type { IngestDeps } from './ingest-deps.ts'
import type { IngestMessage } from './ingest-queue.ts'
import type { IngestRow } from './ingest-table.ts'
import { threadBatches } from './threads.ts'

/** Whether the worker must leave the rest to the next one. */
type IsTimeUp = () => boolean

/** Between two looks whether the index has all, and for how long it is looked. */
const PROBE_MS = 1_000
const PROBES_MAX = 90

const added = (a: IngestRow['counts'], b: IngestRow['counts']): IngestRow['counts'] => ({
  seen: a.seen + b.seen,
  ingested: a.ingested + b.ingested,
  unchanged: a.unchanged + b.unchanged,
  updated: a.updated + b.updated,
  empty: a.empty + b.empty,
  failed: a.failed + b.failed,
  oversize: a.oversize + b.oversize,
})

/** The row behind a batch, as far as it follows from what came of it. */
const counted = (row: IngestRow, { counts, errors, indexedAs }: BatchResult, now: Date): Partial<IngestRow> => ({
  counts: added(row.counts, counts),
  errors: [...row.errors, ...errors].slice(0, ERRORS_SHOWN),
  checkpoint_at: now.toISOString(),
  ...(indexedAs === undefined ? {} : { last_batch: indexedAs }),
})

const bytesBefore = (row: IngestRow): number =>
  (row.files ?? []).slice(0, row.file).reduce((sum, { bytes }) => sum + bytes, 0)

const firstFragment = (row: IngestRow, { entries }: Batch): number | undefined =>
  row.fragments_from ?? entries.find(({ outcome }) => outcome.kind === 'fragment')?.start

/** One run over imports: `mayBeAgain` until its first checkpoint, as the run before may have begun with the same batch. */
interface Run {
  readonly deps: IngestDeps
  readonly held: HeldImport
  readonly isTimeUp: IsTimeUp
  isFirst: boolean
}

const ingest = async (run: Run, batch: Pick<Batch, 'from' | 'entries'>): Promise<BatchResult> => {
  const result = await ingestBatch(run.deps, run.held.row, batch, run.isFirst)
  run.isFirst = false
  return result
}

/** The items of a file, batch by batch. false: time is up. */
const ingestItems = async (run: Run, file: ReadableFile): Promise<boolean> => {
  const { deps, held, isTimeUp } = run
  const from = await placeIn(deps.bucket, held.row, file)
  if (!from) {
    // A member of a ZIP that is no JSON is one thing that could not be read.
    const error = { file: held.row.file, index: 0, start: 0, end: file.bytes, code: 'unknown_shape' }
    const counts = { ...held.row.counts, seen: held.row.counts.seen + 1, failed: held.row.counts.failed + 1 }
    await held.save({ counts, errors: [...held.row.errors, error].slice(0, ERRORS_SHOWN), place: endOf(file) })
    return true
  }
  for await (const batch of fileBatches(deps.bucket, file, from, deps.limits)) {
    const fragment = firstFragment(held.row, batch)
    const result = await ingest(run, batch)
    await held.save({
      ...counted(held.row, result, deps.now()),
      place: batch.next,
      bytes_done: bytesBefore(held.row) + batch.next.offset,
      ...(fragment === undefined ? {} : { fragments_from: fragment }),
    })
    if (isTimeUp()) return false
  }
  return true
}

const endOf = ({ bytes }: ReadableFile): IngestRow['place'] => ({ offset: bytes, root: 'lines', index: 0 })

/** The threads whose lines the file has. false: time is up. */
const ingestThreads = async (run: Run, file: ReadableFile): Promise<boolean> => {
  const { deps, held, isTimeUp } = run
  const { fragments_from, threads_done = 0 } = held.row
  if (fragments_from === undefined) return true
  const root = await placeIn(deps.bucket, { ...held.row, place: undefined } as IngestRow, file)
  if (!root) return true
  const from = root.root === 'envelope' ? root : { ...root, offset: fragments_from }
  for await (const batch of threadBatches(deps.bucket, file, from, threads_done, deps.limits)) {
    const result = await ingest(run, batch)
    const done = (held.row.threads_done ?? 0) + batch.entries.length
    await held.save({ ...counted(held.row, result, deps.now()), threads_done: done })
    if (isTimeUp()) return false
  }
  return true
}

const nextFile = (row: IngestRow): IngestRow => {
  const { place: _place, fragments_from: _from, threads_done: _done, ...rest } = row
  return { ...rest, file: row.file + 1 }
}

/** All files, one after the other. false: time is up. */
const ingestFiles = async (run: Run): Promise<boolean> => {
  const { held, isTimeUp } = run
  for (;;) {
    const { files = [], file: at } = held.row
    const file = files[at]
    if (!file) return true
    if (!(await ingestItems(run, file)) || !(await ingestThreads(run, file))) return false
    const cleared = { place: undefined, fragments_from: undefined, threads_done: undefined }
    await held.save({
      ...cleared,
      ...nextFile(held.row),
      bytes_done: bytesBefore(nextFile(held.row)),
    } as Partial<IngestRow>)
    if (isTimeUp()) return false
  }
}

/** Waits until what was added can be found, a while: an index that lags is not the import's failure. */
const settle = async ({ deps, held, isTimeUp }: Run): Promise<void> => {
  const { workspace, last_batch } = await held.save({ state: 'indexing' })
  if (last_batch === undefined) return
  for (let probe = 0; probe < PROBES_MAX && !isTimeUp(); probe++) {
    if (await deps.index.isSettled(workspace, last_batch)) return
    await deps.sleep(PROBE_MS)
  }
}

/** Works on the import until it is done or time is up. true: it is done. */
const advance = async (run: Run): Promise<boolean> => {
  const { deps, held, isTimeUp } = run
  if (held.row.state === 'deleting') return deleteImport(deps, held, isTimeUp)
  const { state } = held.row
  if ((state === 'queued' || state === 'detecting') && !(await findFiles(deps, held, isTimeUp))) return false
  if (held.row.state === 'ingesting' && !(await ingestFiles(run))) return false
  await settle(run)
  const { failed, oversize } = held.row.counts
  await held.end({ state: failed + oversize > 0 ? 'completed_with_errors' : 'completed' })
  return true
}

/** What can never succeed ends the import; everything else is tried again by the next delivery. */
const failureOf = (error: unknown): string | undefined => {
  if (error instanceof ImportFailure) return error.code
  if (error instanceof ObjectChanged) return 'object_changed'
  return error instanceof FileGone ? 'object_missing' : undefined
}

/**
 * Works on an import: one worker at a time, from the last checkpoint on, until it is done or time is up; then a message
 * to the queue has it continued. May be killed at any line and run again.
 */
export const workOnImport =
  (deps: IngestDeps) =>
  async (message: IngestMessage, isTimeUp: IsTimeUp): Promise<void> => {
    const claimed = await deps.imports.claim(message, deps.newId())
    // Another has it, or it is done: whoever has it and dies is found by the sweep.
    if (!claimed) return
    try {
      await holding(deps, claimed, async (held) => {
        const run: Run = { deps, held, isTimeUp, isFirst: true }
        try {
          if (await advance(run)) return
        } catch (error) {
          const failure = failureOf(error)
          if (failure === undefined || held.row.state === 'deleting') throw error
          await held.end({ state: 'failed', failure })
          return
        }
        await deps.imports.release(held.row)
        await deps.queue.send(message)
      })
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error
      deps.log.info('another worker has the import', { upload: message.upload })
    }
  }
