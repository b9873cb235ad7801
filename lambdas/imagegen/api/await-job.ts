import type { RequestContext } from '@signet/kernel'
import { keyOf } from '../jobs/job-keys.ts'
import { isTerminal, type JobRow } from '../jobs/job-row.ts'
import type { ApiDeps } from './deps.ts'

/** A synchronous request is held this long, then the job goes on without its caller (202). */
const HOLD_MS = 25_000
const FIRST_PAUSE_MS = 60
const LONGEST_PAUSE_MS = 400

/**
 * Polls until the job has ended or the time is up; undefined when it was deleted meanwhile. A table that does not
 * answer is asked again: the job is accepted, and a caller who heard otherwise would order a second one.
 */
export const awaitJob = async (
  { jobs, now, sleep }: Pick<ApiDeps, 'jobs' | 'now' | 'sleep'>,
  accepted: JobRow,
  { signal, log }: Pick<RequestContext, 'signal' | 'log'>,
): Promise<JobRow | undefined> => {
  const until = now().getTime() + HOLD_MS
  let pause = FIRST_PAUSE_MS
  let row: JobRow | undefined = accepted
  for (;;) {
    try {
      row = await jobs.get(keyOf(accepted))
    } catch (error) {
      log.warn('a job that its caller waits for could not be read', { job_id: accepted.job_id, error })
    }
    if (!row || isTerminal(row) || signal.aborted || now().getTime() + pause > until) return row
    await sleep(pause)
    pause = Math.min(LONGEST_PAUSE_MS, pause * 1.3)
  }
}
