import { deleteImport } from './delete-import.ts'
import { findFiles } from './find-files.ts'
import type { ImportEnd } from './import-ends.ts'
import { failureOf, ImportFailure, LeaseLost } from './import-failure.ts'
import type { IngestDeps } from './ingest-deps.ts'
import { ingestFiles } from './ingest-files.ts'
import type { IngestMessage } from './ingest-queue.ts'
import type { IngestRun, Outcome } from './ingest-run.ts'
import type { IngestRow } from './ingest-table.ts'
import { holding } from './leased-row.ts'
import { isTriedOut } from './leases.ts'
import { isForTomorrow, pauseImport } from './pause-import.ts'
import { workOnSlices } from './work-on-slices.ts'

const PROBE_MS = 1_000
const PROBES_MAX = 90

/** Waits a while until everything is searchable. An index that lags does not fail the import. */
const settle = async ({ deps, held, isTimeUp }: IngestRun<IngestRow>): Promise<void> => {
  const { workspace, last_batch } = await held.save({ state: 'indexing' })
  if (last_batch === undefined) return
  for (let probe = 0; probe < PROBES_MAX && !isTimeUp(); probe++) {
    if (await deps.index.isSettled(workspace, last_batch)) return
    await deps.sleep(PROBE_MS)
  }
}

const remove = async ({ deps, held, isTimeUp }: IngestRun<IngestRow>): Promise<Outcome> => {
  if (!(await deps.slices.removeAll(held.row))) return 'others work'
  return (await deleteImport(deps, held, isTimeUp)) ? 'done' : 'time is up'
}

/** How an import ends that has come to its end: one of which nothing could be read has failed. */
const endOf = ({ counts, failure }: IngestRow): ImportEnd => {
  const { seen, failed, oversize, unsupported } = counts
  const unread = failed + oversize + unsupported
  if (failure !== undefined && unread === seen) return { state: 'failed', failure }
  return { state: unread > 0 ? 'completed_with_errors' : 'completed' }
}

/** Finds the files. Of a ZIP that stays closed after so many attempts, the files that were unpacked are read. */
const find = async ({ deps, held, isTimeUp }: IngestRun<IngestRow>): Promise<boolean> => {
  if (!isTriedOut(held.row)) return findFiles(deps, held, isTimeUp)
  const { counts, errors, files_found = 0, bytes_total } = held.row
  const code = 'too_many_attempts'
  if (files_found === 0) throw new ImportFailure(code)
  const error = { file: files_found, index: 0, start: 0, end: bytes_total, code }
  await held.save({
    state: 'ingesting',
    counts: { ...counts, seen: counts.seen + 1, failed: counts.failed + 1 },
    errors: [...errors, error],
    failure: code,
    tries: 1,
  })
  return true
}

const advance = async (run: IngestRun<IngestRow>): Promise<Outcome> => {
  const { deps, held } = run
  const { state } = held.row
  if (state === 'deleting') return remove(run)
  if ((state === 'queued' || state === 'detecting') && !(await find(run))) return 'time is up'
  if (held.row.state === 'ingesting') {
    const outcome = await ingestFiles(run)
    if (outcome !== 'done') return outcome
  }
  await settle(run)
  await held.end((row) => deps.ends.end(row, endOf(row)))
  return 'done'
}

/** A permanent failure ends the import, a used-up ceiling pauses it, and the next delivery retries any other failure. */
const advanceOrFail = async (run: IngestRun<IngestRow>): Promise<Outcome> => {
  try {
    return await advance(run)
  } catch (error) {
    if (isForTomorrow(error)) {
      await pauseImport(run, error)
      return 'paused'
    }
    const failure = failureOf(error)
    if (failure === undefined || run.held.row.state === 'deleting') {
      await run.deps.imports.postpone(run.held.row).catch(() => undefined)
      throw error
    }
    await run.held.end((row) => run.deps.ends.end(row, { state: 'failed', failure }))
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
    // The worker that has the import meets the same ceiling, and pauses it.
    if (isForTomorrow(error)) return { ended: 0, isCut: false }
    throw error
  })
  // The worker that ends the last slice wakes the one that sums up. A worker without time left wakes another.
  if (isCut || (ended > 0 && (await isRead(deps, message)))) await deps.queue.send(message)
}

/**
 * Works on an import from its last checkpoint until it is done or time is up; then a message continues it. It has one
 * worker at a time, but other workers read slices of large files in parallel. It may be killed at any line and run
 * again.
 */
export const workOnImport =
  (deps: IngestDeps) =>
  async (message: IngestMessage, isTimeUp: () => boolean): Promise<void> => {
    const claimed = await deps.imports.claim(message, deps.newId())
    // It is done, or another worker has it. If that worker dies, the sweep finds the import.
    if (!claimed) return join(deps, message, isTimeUp)
    try {
      await holding(deps.imports, claimed, async (held) => {
        const outcome = await advanceOrFail({ deps, held, isTimeUp, isFirst: true })
        if (outcome === 'done' || outcome === 'paused') return
        // To wait for others is no attempt that failed.
        const isWaiting = outcome === 'others work' || held.row.state === 'deleting'
        await deps.imports.release(isWaiting ? { ...held.row, tries: 0 } : held.row)
        // A worker that ended the last slice earlier found the import held, so wake one again.
        if (outcome === 'time is up' || (await isRead(deps, message))) await deps.queue.send(message)
      })
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error
      deps.log.info('another worker has the import', { upload: message.upload })
    }
  }
