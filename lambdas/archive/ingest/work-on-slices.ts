import { fileBatches } from './batches.ts'
import { positionOf } from './find-files.ts'
import { failureOf, ImportFailure, LeaseLostError } from './import-failure.ts'
import type { IngestDeps } from './ingest-deps.ts'
import { progressAfter } from './ingest-progress.ts'
import type { IngestMessage } from './ingest-queue.ts'
import { type IngestRun, ingest } from './ingest-run.ts'
import { holdLease } from './leased-row.ts'
import { hasNoAttemptsLeft } from './leases.ts'
import { isEmbeddingLimitError } from './pause-import.ts'
import type { SliceRow } from './slice-table.ts'

/** Maximum concurrent workers for one import, so that other imports get workers. */
const WORKERS_MAX = 4

const readSlice = async (run: IngestRun<SliceRow>): Promise<boolean> => {
  const { deps, lease, isTimeUp } = run
  const { workspace, upload, file: fileNumber, from, position = from, end, deferred } = lease.row
  const file = await deps.files.get({ workspace, upload }, fileNumber)
  if (!file) throw new LeaseLostError(`The import ${upload} does not exist`)
  const range = { end, deferred: deferred.map((range) => ({ from: positionOf(range.from), end: range.end })) }
  for await (const batch of fileBatches(deps.bucket, file, positionOf(position), range, deps.limits)) {
    const result = await ingest(run, batch)
    await lease.save({ ...progressAfter(lease.row, result, deps.now()), position: batch.next })
    if (isTimeUp() && batch.next.offset < end) return false
  }
  return true
}

const workOnSlice = async (deps: IngestDeps, claimed: SliceRow, isTimeUp: () => boolean): Promise<boolean> => {
  let isDone = true
  await holdLease(deps.slices, claimed, async (lease) => {
    try {
      if (hasNoAttemptsLeft(claimed)) throw new ImportFailure('too_many_attempts')
      isDone = await readSlice({ deps, lease, isTimeUp, isBeforeCheckpoint: true })
      if (!isDone) await deps.slices.release(lease.row)
      else await lease.end((row) => deps.slices.end(row, {}))
    } catch (error) {
      if (isEmbeddingLimitError(error)) {
        // This is not a failed attempt. The worker that continues the import finds the slice free.
        await deps.slices.release({ ...lease.row, tries: 0 })
        throw error
      }
      const failure = failureOf(error)
      if (failure === undefined) {
        await deps.slices.postpone(lease.row).catch(() => undefined)
        throw error
      }
      await lease.end((row) => deps.slices.end(row, { failure }))
    }
  })
  return isDone
}

const claimSlice = async (deps: IngestDeps, message: IngestMessage): Promise<SliceRow | undefined> => {
  const row = await deps.imports.get(message)
  if (row?.state !== 'ingesting') return undefined
  const slices = await deps.slices.ofCurrentFile(row)
  if (slices.filter((slice) => slice.standing === 'open' && deps.slices.isHeld(slice)).length >= WORKERS_MAX)
    return undefined
  for (const slice of slices) {
    const claimed = await deps.slices.claim(slice, deps.newId())
    if (claimed) return claimed
  }
  return undefined
}

/**
 * Reads free slices of an import until none is left or time is up. Returns the number of slices that it ended,
 * and whether time ran out.
 */
export const workOnSlices = async (deps: IngestDeps, message: IngestMessage, isTimeUp: () => boolean) => {
  for (let ended = 0; ; ) {
    const claimed = await claimSlice(deps, message)
    if (!claimed) return { ended, ranOutOfTime: false }
    try {
      if (!(await workOnSlice(deps, claimed, isTimeUp))) return { ended, ranOutOfTime: true }
      ended++
    } catch (error) {
      if (!(error instanceof LeaseLostError)) throw error
      deps.log.info('slice claimed by another worker', { upload: message.upload, slice: claimed.slice })
    }
    if (isTimeUp()) return { ended, ranOutOfTime: true }
  }
}
