import { deleteImport } from './delete-import.ts'
import { findFiles } from './find-files.ts'
import type { ImportEnd } from './import-ends.ts'
import { failureOf, ImportFailure, LeaseLost } from './import-failure.ts'
import type { IngestDeps } from './ingest-deps.ts'
import { ingestFiles } from './ingest-files.ts'
import type { IngestMessage } from './ingest-queue.ts'
import type { IngestRun, Outcome } from './ingest-run.ts'
import type { IngestRow } from './ingest-table.ts'
import { holdLease } from './leased-row.ts'
import { hasNoAttemptsLeft } from './leases.ts'
import { isForTomorrow, pauseImport } from './pause-import.ts'
import { workOnSlices } from './work-on-slices.ts'

const PROBE_MS = 1_000
const PROBES_MAX = 90

/** Waits a while until everything is searchable. A lagging index does not fail the import. */
const settle = async ({ deps, lease, isTimeUp }: IngestRun<IngestRow>): Promise<void> => {
  const { workspace, last_batch } = await lease.save({ state: 'indexing' })
  if (last_batch === undefined) return
  for (let probe = 0; probe < PROBES_MAX && !isTimeUp(); probe++) {
    if (await deps.index.isSettled(workspace, last_batch)) return
    await deps.sleep(PROBE_MS)
  }
}

const remove = async ({ deps, lease, isTimeUp }: IngestRun<IngestRow>): Promise<Outcome> => {
  if (!(await deps.slices.removeAll(lease.row))) return 'waiting for workers'
  return (await deleteImport(deps, lease, isTimeUp)) ? 'done' : 'time is up'
}

/** Returns the end state of a processed import: it has failed if no item could be read. */
const endOf = ({ counts, failure }: IngestRow): ImportEnd => {
  const { seen, failed, oversize, unsupported } = counts
  const unread = failed + oversize + unsupported
  if (failure !== undefined && unread === seen) return { state: 'failed', failure }
  return { state: unread > 0 ? 'completed_with_errors' : 'completed' }
}

/** Finds the files. If a ZIP cannot be read after the maximum of attempts, the files unpacked so far are read. */
const find = async ({ deps, lease, isTimeUp }: IngestRun<IngestRow>): Promise<boolean> => {
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

const advance = async (run: IngestRun<IngestRow>): Promise<Outcome> => {
  const { deps, lease } = run
  const { state } = lease.row
  if (state === 'deleting') return remove(run)
  if ((state === 'queued' || state === 'detecting') && !(await find(run))) return 'time is up'
  if (lease.row.state === 'ingesting') {
    const outcome = await ingestFiles(run)
    if (outcome !== 'done') return outcome
  }
  await settle(run)
  await lease.end((row) => deps.ends.end(row, endOf(row)))
  return 'done'
}

/** A permanent failure ends the import, a used-up limit pauses it, and the next delivery retries any other failure. */
const advanceOrFail = async (run: IngestRun<IngestRow>): Promise<Outcome> => {
  try {
    return await advance(run)
  } catch (error) {
    if (isForTomorrow(error)) {
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

const isRead = async ({ imports, slices }: IngestDeps, message: IngestMessage): Promise<boolean> => {
  const row = await imports.get(message)
  if (row?.state !== 'ingesting' || !row.planned_to) return false
  return (await slices.of(row)).every(({ standing }) => standing === 'ended')
}

const join = async (deps: IngestDeps, message: IngestMessage, isTimeUp: () => boolean): Promise<void> => {
  const { ended, isCut } = await workOnSlices(deps, message, isTimeUp).catch((error: unknown) => {
    // The worker that has the import reaches the same limit, and pauses it.
    if (isForTomorrow(error)) return { ended: 0, isCut: false }
    throw error
  })
  // The worker that ends the last slice wakes the one that sums up. A worker without time left wakes another.
  if (isCut || (ended > 0 && (await isRead(deps, message)))) await deps.queue.send(message)
}

/**
 * Works on an import from its last checkpoint until it is done or time is up; then a message continues it. An import
 * has one worker at a time, but other workers read slices of large files in parallel. It may be killed at any line and
 * restarted.
 */
export const workOnImport =
  (deps: IngestDeps) =>
  async (message: IngestMessage, isTimeUp: () => boolean): Promise<void> => {
    const claimed = await deps.imports.claim(message, deps.newId())
    // It is done, or another worker has it. If that worker dies, the sweeper finds the import.
    if (!claimed) return join(deps, message, isTimeUp)
    try {
      await holdLease(deps.imports, claimed, async (lease) => {
        const outcome = await advanceOrFail({ deps, lease, isTimeUp, isFirst: true })
        if (outcome === 'done' || outcome === 'paused') return
        // Waiting for other workers is not a failed attempt.
        const isWaiting = outcome === 'waiting for workers' || lease.row.state === 'deleting'
        await deps.imports.release(isWaiting ? { ...lease.row, tries: 0 } : lease.row)
        // A worker that ended the last slice earlier found the import leased, so another one is woken again.
        if (outcome === 'time is up' || (await isRead(deps, message))) await deps.queue.send(message)
      })
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error
      deps.log.info('import claimed by another worker', { upload: message.upload })
    }
  }
