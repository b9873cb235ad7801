import { deleteImport } from './delete-import.ts'
import { findFiles } from './find-files.ts'
import { holding } from './held-row.ts'
import { failureOf, LeaseLost } from './import-failure.ts'
import type { IngestDeps } from './ingest-deps.ts'
import { ingestFiles } from './ingest-files.ts'
import type { IngestMessage } from './ingest-queue.ts'
import type { IngestRow } from './ingest-table.ts'
import type { Outcome, Run } from './run.ts'
import { workOnSlices } from './work-on-slices.ts'

/** Between two looks whether the index has all, and for how long it is looked. */
const PROBE_MS = 1_000
const PROBES_MAX = 90

/** Waits until what was added can be found, a while: an index that lags is not the import's failure. */
const settle = async ({ deps, held, isTimeUp }: Run<IngestRow>): Promise<void> => {
  const { workspace, last_batch } = await held.save({ state: 'indexing' })
  if (last_batch === undefined) return
  for (let probe = 0; probe < PROBES_MAX && !isTimeUp(); probe++) {
    if (await deps.index.isSettled(workspace, last_batch)) return
    await deps.sleep(PROBE_MS)
  }
}

const remove = async ({ deps, held, isTimeUp }: Run<IngestRow>): Promise<Outcome> => {
  if (!(await deps.slices.removeAll(held.row))) return 'others work'
  return (await deleteImport(deps, held, isTimeUp)) ? 'done' : 'time is up'
}

/** Works on the import until it is done or can go no further. */
const advance = async (run: Run<IngestRow>): Promise<Outcome> => {
  const { deps, held, isTimeUp } = run
  const { state } = held.row
  if (state === 'deleting') return remove(run)
  if ((state === 'queued' || state === 'detecting') && !(await findFiles(deps, held, isTimeUp))) return 'time is up'
  if (held.row.state === 'ingesting') {
    const outcome = await ingestFiles(run)
    if (outcome !== 'done') return outcome
  }
  await settle(run)
  const { failed, oversize } = held.row.counts
  const ended = failed + oversize > 0 ? 'completed_with_errors' : 'completed'
  await held.end((row) => deps.ends.end(row, { state: ended }))
  return 'done'
}

/** What can never succeed ends the import; everything else is tried again by the next delivery. */
const advanceOrFail = async (run: Run<IngestRow>): Promise<Outcome> => {
  try {
    return await advance(run)
  } catch (error) {
    const failure = failureOf(error)
    if (failure === undefined || run.held.row.state === 'deleting') throw error
    await run.held.end((row) => run.deps.ends.end(row, { state: 'failed', failure }))
    return 'done'
  }
}

/** Whether all slices of the import are read: then somebody is to sum up. */
const isRead = async ({ imports, slices }: IngestDeps, message: IngestMessage): Promise<boolean> => {
  const row = await imports.get(message)
  if (row?.state !== 'ingesting' || !row.planned_to) return false
  return (await slices.of(row)).every(({ standing }) => standing === 'ended')
}

/** Another has the import: it is helped where it has cut its file into slices. */
const join = async (deps: IngestDeps, message: IngestMessage, isTimeUp: () => boolean): Promise<void> => {
  const { ended, isCut } = await workOnSlices(deps, message, isTimeUp)
  // Who ends the last slice wakes the one that sums up; who has no time left is followed by another.
  if (isCut || (ended > 0 && (await isRead(deps, message)))) await deps.queue.send(message)
}

/**
 * Works on an import: one worker at a time, from the last checkpoint on, until it is done or time is up; then a message
 * to the queue has it continued. Slices of large files are read by other workers at the same time. May be killed at any line
 * and run again.
 */
export const workOnImport =
  (deps: IngestDeps) =>
  async (message: IngestMessage, isTimeUp: () => boolean): Promise<void> => {
    const claimed = await deps.imports.claim(message, deps.newId())
    // It is done, or another has it: whoever has it and dies is found by the sweep.
    if (!claimed) return join(deps, message, isTimeUp)
    try {
      await holding(deps.imports, claimed, async (held) => {
        const outcome = await advanceOrFail({ deps, held, isTimeUp, isFirst: true })
        if (outcome === 'done') return
        await deps.imports.release(held.row)
        // Who ended the last slice before this found the import held.
        if (outcome === 'time is up' || (await isRead(deps, message))) await deps.queue.send(message)
      })
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error
      deps.log.info('another worker has the import', { upload: message.upload })
    }
  }
