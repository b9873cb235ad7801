import { deleteImport } from './delete-import.ts'
import { findFiles } from './find-files.ts'
import type { ImportEnd } from './import-ends.ts'
import { failureOf, ImportFailure, LeaseLostError } from './import-failure.ts'
import type { IngestDeps } from './ingest-deps.ts'
import { ingestFiles } from './ingest-files.ts'
import type { IngestMessage } from './ingest-queue.ts'
import type { IngestRun, RunOutcome } from './ingest-run.ts'
import type { IngestRow } from './ingest-table.ts'
import { holdLease } from './leased-row.ts'
import { hasNoAttemptsLeft } from './leases.ts'
import { isEmbeddingLimitError, pauseImport } from './pause-import.ts'
import { workOnSlices } from './work-on-slices.ts'

const PROBE_MS = 1_000
const PROBES_MAX = 90

/** Waits until the last batch is searchable, at most 90 seconds: a slow index does not fail the import. */
const waitUntilSearchable = async ({ deps, lease, isTimeUp }: IngestRun<IngestRow>): Promise<void> => {
  const { workspace, last_batch } = await lease.save({ state: 'indexing' })
  if (last_batch === undefined) return
  for (let probe = 0; probe < PROBES_MAX && !isTimeUp(); probe++) {
    if (await deps.index.isSettled(workspace, last_batch)) return
    await deps.sleep(PROBE_MS)
  }
}

const removeImport = async ({ deps, lease, isTimeUp }: IngestRun<IngestRow>): Promise<RunOutcome> => {
  if (!(await deps.slices.removeAll(lease.row))) return 'waiting for workers'
  return (await deleteImport(deps, lease, isTimeUp)) ? 'done' : 'time is up'
}

/** Returns the end state of a processed import: `failed` if a failure is recorded and no item could be read. */
const endOf = ({ counts, failure }: IngestRow): ImportEnd => {
  const { seen, failed, oversize, unsupported } = counts
  const unreadCount = failed + oversize + unsupported
  if (failure !== undefined && unreadCount === seen) return { state: 'failed', failure }
  return { state: unreadCount > 0 ? 'completed_with_errors' : 'completed' }
}

/** Finds the files. If a ZIP could not be unpacked in the maximum number of attempts, keeps the files unpacked so far. */
const findRemainingFiles = async ({ deps, lease, isTimeUp }: IngestRun<IngestRow>): Promise<boolean> => {
  if (!hasNoAttemptsLeft(lease.row)) return findFiles(deps, lease, isTimeUp)
  const { counts, errors, files_found = 0, bytes_total } = lease.row
  const code = 'too_many_attempts'
  if (files_found === 0) throw new ImportFailure(code)
  const error = { file: files_found, index: 0, start: 0, end: bytes_total, code }
  await lease.save({
    state: 'ingesting',
    counts: { ...counts, seen: counts.seen + 1, failed: counts.failed + 1 },
    errors: [...errors, error],
    failure: code,
    tries: 1,
  })
  return true
}

const advance = async (run: IngestRun<IngestRow>): Promise<RunOutcome> => {
  const { deps, lease } = run
  const { state } = lease.row
  if (state === 'deleting') return removeImport(run)
  if ((state === 'queued' || state === 'detecting') && !(await findRemainingFiles(run))) return 'time is up'
  if (lease.row.state === 'ingesting') {
    const outcome = await ingestFiles(run)
    if (outcome !== 'done') return outcome
  }
  await waitUntilSearchable(run)
  await lease.end((row) => deps.ends.end(row, endOf(row)))
  return 'done'
}

/** A permanent failure ends the import, a used-up limit pauses it, and the next delivery retries any other failure. */
const advanceOrFail = async (run: IngestRun<IngestRow>): Promise<RunOutcome> => {
  try {
    return await advance(run)
  } catch (error) {
    if (isEmbeddingLimitError(error)) {
      await pauseImport(run, error)
      return 'paused'
    }
    const failure = failureOf(error)
    if (failure === undefined || run.lease.row.state === 'deleting') {
      await run.deps.imports.postpone(run.lease.row).catch(() => undefined)
      throw error
    }
    await run.lease.end((row) => run.deps.ends.end(row, { state: 'failed', failure }))
    return 'done'
  }
}

const areSlicesRead = async ({ imports, slices }: IngestDeps, message: IngestMessage): Promise<boolean> => {
  const row = await imports.get(message)
  if (row?.state !== 'ingesting' || !row.planned_to) return false
  return (await slices.ofCurrentFile(row)).every(({ standing }) => standing === 'ended')
}

const helpWithSlices = async (deps: IngestDeps, message: IngestMessage, isTimeUp: () => boolean): Promise<void> => {
  const { ended, ranOutOfTime } = await workOnSlices(deps, message, isTimeUp).catch((error: unknown) => {
    // The worker that has the import reaches the same limit, and pauses the import.
    if (isEmbeddingLimitError(error)) return { ended: 0, ranOutOfTime: false }
    throw error
  })
  // After the last slice, this message wakes the worker that adds up the counts. Without time left, it wakes another
  // worker for the remaining slices.
  if (ranOutOfTime || (ended > 0 && (await areSlicesRead(deps, message)))) await deps.queue.send(message)
}

/**
 * Works on an import from its last checkpoint until the import is done or time is up; then a message continues it. An
 * import has one worker at a time, but other workers read slices of large files in parallel. A worker may be killed at
 * any line; the next one continues.
 */
export const workOnImport =
  (deps: IngestDeps) =>
  async (message: IngestMessage, isTimeUp: () => boolean): Promise<void> => {
    const claimed = await deps.imports.claim(message, deps.newId())
    // The import is done, or another worker has it. If that worker dies, the sweeper finds the import.
    if (!claimed) return helpWithSlices(deps, message, isTimeUp)
    try {
      await holdLease(deps.imports, claimed, async (lease) => {
        const outcome = await advanceOrFail({ deps, lease, isTimeUp, isBeforeCheckpoint: true })
        if (outcome === 'done' || outcome === 'paused') return
        // Waiting for other workers is not a failed attempt.
        const isWaiting = outcome === 'waiting for workers' || lease.row.state === 'deleting'
        await deps.imports.release(isWaiting ? { ...lease.row, tries: 0 } : lease.row)
        // If another worker ended the last slice in the meantime, it could not claim the import, so a message continues it.
        if (outcome === 'time is up' || (await areSlicesRead(deps, message))) await deps.queue.send(message)
      })
    } catch (error) {
      if (!(error instanceof LeaseLostError)) throw error
      deps.log.info('import claimed by another worker', { upload: message.upload })
    }
  }
