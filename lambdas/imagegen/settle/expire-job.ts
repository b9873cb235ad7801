import type { Clock, Log } from '@signet/kernel'
import type { JobRow } from '../jobs/job-row.ts'
import type { JobTable } from '../jobs/job-table.ts'
import { isPastDeadline } from '../jobs/job-timing.ts'
import type { PublishEnd } from '../jobs/publish-end.ts'
import type { FailureReason } from './settle-job.ts'

export interface ExpireDeps {
  readonly jobs: Pick<JobTable, 'move' | 'get'>
  readonly publishEnd: PublishEnd
  readonly now: Clock
  readonly log: Log
}

/** The reason of a job that was not begun in time. */
export const DEADLINE_EXCEEDED: FailureReason = {
  error: 'Painting could not begin before the deadline',
  error_code: 'deadline_exceeded',
}

/**
 * Ends a queued job that missed its deadline and returns the row after that; undefined if it is gone. A row with time
 * left is returned unchanged.
 */
export const expireJob =
  ({ jobs, publishEnd, now, log }: ExpireDeps) =>
  async (row: JobRow): Promise<JobRow | undefined> => {
    if (!isPastDeadline(row, now())) return row
    const ended = await jobs.move(row, 'fail', { ...DEADLINE_EXCEEDED, completed_at: now().toISOString() })
    if (!ended) return jobs.get({ tenantId: row.tenant_id, jobId: row.job_id })
    log.info('a job missed its deadline', { job_id: row.job_id })
    await publishEnd(ended)
    return ended
  }
