import type { Clock, Log, Metrics } from '@signet/kernel'
import { keyOf } from '../jobs/job-keys.ts'
import { recordOutcome } from '../jobs/job-outcome.ts'
import type { JobRow } from '../jobs/job-row.ts'
import { idsOfStep } from '../jobs/job-step.ts'
import type { JobTable } from '../jobs/job-table.ts'
import { DEADLINE_CODE, isPastDeadline } from '../jobs/job-timing.ts'
import type { PublishEnd } from '../jobs/publish-end.ts'
import type { FailureReason } from './failure-reason.ts'
import { reportFailure } from './report-failure.ts'

export interface ExpireDeps {
  readonly jobs: Pick<JobTable, 'move' | 'get'>
  readonly publishEnd: PublishEnd
  readonly now: Clock
  readonly log: Log
  readonly metrics: Metrics
}

export const DEADLINE_EXCEEDED: FailureReason = {
  error: 'The generation could not start before the deadline',
  error_code: DEADLINE_CODE,
}

/**
 * Ends a queued job that missed its deadline and returns the updated row; undefined if it was deleted. Returns any
 * other row unchanged.
 */
export const expireJob =
  ({ jobs, publishEnd, now, log, metrics }: ExpireDeps) =>
  async (row: JobRow): Promise<JobRow | undefined> => {
    if (!isPastDeadline(row, now())) return row
    const ended = await jobs.move(row, 'fail', { ...DEADLINE_EXCEEDED, completed_at: now().toISOString() })
    if (!ended) return jobs.get(keyOf(row))
    await reportFailure(log, idsOfStep(keyOf(row)), { from: row.state, reason: DEADLINE_EXCEEDED })
    recordOutcome(metrics, ended)
    await publishEnd(ended)
    return ended
  }
