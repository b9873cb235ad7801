import type { Position } from '@signet/chat-exports'
import type { ArchiveBucket } from '../storage/archive-bucket.ts'
import { type Batch, type BatchLimits, entryOf, type ReadEntry, rangeItems } from './batches.ts'
import type { ReadableFile } from './file-chunks.ts'
import { positionOf } from './find-files.ts'
import { failureOf, ImportFailure } from './import-failure.ts'
import { bytesBefore, progressAfter, withSlices } from './ingest-progress.ts'
import { type IngestRun, ingest, type RunOutcome } from './ingest-run.ts'
import type { IngestRow } from './ingest-table.ts'
import { hasNoAttemptsLeft } from './leases.ts'
import { planSlices } from './plan-slices.ts'
import type { SliceRow } from './slice-table.ts'
import { workOnSlices } from './work-on-slices.ts'

/** Yields the items that slices deferred, in file order, after the first `doneCount`. */
export async function* deferredBatches(
  bucket: Pick<ArchiveBucket, 'read'>,
  file: ReadableFile,
  slices: readonly SliceRow[],
  doneCount: number,
  limits: BatchLimits,
): AsyncGenerator<Omit<Batch, 'next'>> {
  let entries: ReadEntry[] = []
  let from: Batch['from'] | undefined
  let index = 0
  let bytes = 0
  for (const range of slices.flatMap(({ deferred }) => deferred)) {
    let start = positionOf(range.from)
    for await (const item of rangeItems(bucket, file, start, range.end)) {
      const itemStart = start
      start = item.after
      if (index++ < doneCount) continue
      from ??= itemStart
      entries.push(entryOf(item))
      bytes += item.end - item.start
      if (entries.length < limits.items && bytes < limits.bytes) continue
      yield { from, entries, kind: 'deferred' }
      entries = []
      from = undefined
      bytes = 0
    }
  }
  if (from) yield { from, entries, kind: 'deferred' }
}

/**
 * Splits the file into slices from a position on, and wakes a worker for each slice except the first. Returns false when
 * time is up; the next attempt plans the same slices.
 */
const planAndWakeWorkers = async (
  { deps, lease, isTimeUp }: IngestRun<IngestRow>,
  file: ReadableFile,
  from: Position,
): Promise<boolean> => {
  const { workspace, upload } = lease.row
  let { fragments_from } = lease.row
  let planned_to: Position | undefined
  for await (const slice of planSlices(deps.bucket, file, workspace, from, deps.limits.slices)) {
    // Checks the lease: a deletion waits until leases end, but not until a plan is complete.
    await lease.save({})
    await deps.slices.plan(lease.row, lease.row.file, slice)
    fragments_from ??= slice.firstFragment
    // This worker reads the first slice itself.
    if (planned_to) await deps.queue.send({ workspace, upload })
    planned_to = slice.next
    if (isTimeUp()) return false
  }
  await lease.save({
    ...(planned_to ? { planned_to } : {}),
    ...(fragments_from === undefined ? {} : { fragments_from }),
  })
  return true
}

const ingestDeferred = async (
  run: IngestRun<IngestRow>,
  file: ReadableFile,
  slices: readonly SliceRow[],
): Promise<boolean> => {
  const { deps, lease, isTimeUp } = run
  const { deferred_done = 0 } = lease.row
  for await (const batch of deferredBatches(deps.bucket, file, slices, deferred_done, deps.limits)) {
    const result = await ingest(run, batch)
    const done = (lease.row.deferred_done ?? 0) + batch.entries.length
    await lease.save({ ...progressAfter(lease.row, result, deps.now()), deferred_done: done })
    if (isTimeUp()) return false
  }
  return true
}

/** Adds the counts of the slices to the import. The slice rows are not used afterwards. */
const addSliceProgress = async ({ lease }: IngestRun<IngestRow>, slices: readonly SliceRow[]): Promise<void> => {
  const { planned_to: planEnd } = lease.row
  const { counts, errors, unsupported, checkpoint_at, last_batch } = withSlices(lease.row, slices)
  const bytes_done = bytesBefore(lease.row) + (planEnd?.offset ?? 0)
  const cleared = { planned_to: undefined, deferred_done: undefined }
  await lease.save({
    counts,
    errors,
    ...(unsupported ? { unsupported } : {}),
    checkpoint_at,
    last_batch,
    position: planEnd,
    bytes_done,
    ...cleared,
  })
}

/**
 * Reads the file from a position on with several workers. The worker that has the import plans the slices, reads slices
 * like the others, and adds up the counts. Afterwards the import continues at the end of the plan.
 * @throws ImportFailure if the file cannot be read further; the counts so far remain
 */
export const ingestSlices = async (
  run: IngestRun<IngestRow>,
  file: ReadableFile,
  from: Position,
): Promise<RunOutcome> => {
  const { deps, lease, isTimeUp } = run
  if (!lease.row.planned_to && !(await planAndWakeWorkers(run, file, from))) return 'time is up'
  await workOnSlices(deps, lease.row, isTimeUp)
  const slices = await deps.slices.ofCurrentFile(lease.row)
  if (slices.some(({ standing }) => standing === 'open')) return isTimeUp() ? 'time is up' : 'waiting for workers'
  // Earlier claims of the import read slices, so they do not count as attempts to read the deferred items.
  if (lease.row.deferred_done === undefined) await lease.save({ deferred_done: 0, tries: 1 })
  let failure = slices.find((slice) => slice.failure !== undefined)?.failure
  try {
    if (failure === undefined && hasNoAttemptsLeft(lease.row)) throw new ImportFailure('too_many_attempts')
    if (failure === undefined && !(await ingestDeferred(run, file, slices))) return 'time is up'
  } catch (error) {
    failure = failureOf(error)
    if (failure === undefined) throw error
  }
  await addSliceProgress(run, slices)
  if (failure !== undefined) throw new ImportFailure(failure)
  return 'done'
}
