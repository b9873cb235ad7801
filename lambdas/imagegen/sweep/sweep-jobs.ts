import { addMs, type Clock, type Log } from '@signet/kernel'
import type { ImageBucket } from '../images/image-bucket.ts'
import { allKeys } from '../images/image-keys.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { JobTable } from '../jobs/job-table.ts'
import type { OpenJob, OpenJobsTable } from '../jobs/open-jobs-table.ts'
import type { settleJob } from '../settle/settle-job.ts'

export interface SweepDeps {
  readonly jobs: JobTable
  readonly open: OpenJobsTable
  readonly queue: JobQueue
  readonly bucket: ImageBucket
  readonly settle: ReturnType<typeof settleJob>
  readonly now: Clock
  readonly log: Log
}

/** A message takes well under this; a job still queued after it was lost between table and queue. */
const LOST_AFTER_MS = 60_000
/**
 * Since acceptance, and longer than the state machine's own timeout: a job that was dispatched at once, nobody is working
 * on any more. One that waited in the queue may still be worked on; its worker finds it ended and clears up.
 */
export const STUCK_AFTER_MS = 35 * 60_000
/** Longer than any step may run: no worker that was busy when its job was deleted can still store anything. */
const BURIED_FOR_MS = 15 * 60_000

const STUCK = { error: 'The image could not be made in time; please try again', error_code: 'internal' }

/** How many jobs were sent again and ended as stuck, and how many tombstones were removed. */
export interface SweepReport {
  resent: number
  settled: number
  forgotten: number
}

/** Finds what fell off the way: sends lost jobs again, ends stuck ones, finishes deletions. Safe to run at any time. */
export const sweepJobs = (deps: SweepDeps) => async (): Promise<SweepReport> => {
  const report: SweepReport = { resent: 0, settled: 0, forgotten: 0 }
  const startedAt = deps.now()
  for await (const entry of deps.open.openBefore(addMs(startedAt, -LOST_AFTER_MS))) {
    const ageMs = startedAt.getTime() - entry.since.getTime()
    try {
      await sweepOne(deps, entry, ageMs, report)
    } catch (error) {
      // One bad row must not keep the others waiting; the next sweep comes by again.
      deps.log.error('a job could not be swept', { job_id: entry.key.jobId, error })
    }
  }
  if (report.resent + report.settled + report.forgotten > 0) deps.log.info('swept', { ...report })
  return report
}

const sweepOne = async (deps: SweepDeps, { key }: OpenJob, ageMs: number, report: SweepReport): Promise<void> => {
  const row = await deps.jobs.get(key)
  if (!row) {
    if (ageMs < BURIED_FOR_MS || !(await deps.open.isBuried(key))) return
    await deps.bucket.remove(allKeys(key.jobId))
    await deps.open.forget(key)
    report.forgotten++
  } else if (ageMs > STUCK_AFTER_MS) {
    await deps.settle(key, STUCK)
    report.settled++
  } else if (row.state === 'queued') {
    await deps.queue.send(key)
    report.resent++
  }
}
