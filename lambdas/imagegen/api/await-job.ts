import { jobContract } from '../contract/job.ts'
import type { JobKey } from '../jobs/job-keys.ts'
import type { JobRow } from '../jobs/job-row.ts'
import type { ApiDeps } from './deps.ts'

/** A synchronous request is held this long, then the job goes on without its caller (202). */
const HOLD_MS = 25_000
const FIRST_PAUSE_MS = 60
const LONGEST_PAUSE_MS = 400

export const isTerminal = ({ state }: JobRow): boolean => jobContract.states.terminal.includes(state)

/** Polls until the job has ended or the time is up; undefined when it was deleted meanwhile. */
export const awaitJob = async (
  { jobs, now, sleep }: Pick<ApiDeps, 'jobs' | 'now' | 'sleep'>,
  key: JobKey,
  signal: AbortSignal,
): Promise<JobRow | undefined> => {
  const until = now().getTime() + HOLD_MS
  let pause = FIRST_PAUSE_MS
  for (;;) {
    const row = await jobs.get(key)
    if (!row || isTerminal(row) || signal.aborted || now().getTime() + pause > until) return row
    await sleep(pause)
    pause = Math.min(LONGEST_PAUSE_MS, pause * 1.3)
  }
}
