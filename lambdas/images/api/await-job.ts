import { addMs, type RequestContext } from '@signet/kernel'
import { keyOf } from '../jobs/job-keys.ts'
import { isTerminal, type JobRow } from '../jobs/job-row.ts'
import { withTextsOf } from '../jobs/job-texts.ts'
import { expireJob } from '../settle/expire-job.ts'
import type { AwaitDeps } from './deps.ts'

/** API Gateway gives up 29 seconds after it received a request; the response needs some of that time. */
const GATEWAY_MS = 27_500
const FIRST_PAUSE_MS = 60
const LONGEST_PAUSE_MS = 400

/**
 * Polls until the job has ended or `seconds` have passed, but never beyond the gateway's timeout, which starts when the
 * gateway receives the request. Returns undefined if the job was deleted in the meantime. Repeats a poll if the table
 * fails: the job is already accepted, and a caller that got an error would request it again. Takes the job's texts from
 * `accepted`, so that polls do not read them.
 */
export const awaitJob = async (
  { jobs, publishEnd, now, metrics, sleep, holdSeconds }: AwaitDeps,
  accepted: JobRow,
  seconds: number,
  { signal, log, receivedAt }: Pick<RequestContext, 'signal' | 'log' | 'receivedAt'>,
): Promise<JobRow | undefined> => {
  const waitSeconds = Math.min(seconds, holdSeconds ?? seconds)
  const deadlineMs = Math.min(addMs(now(), waitSeconds * 1000).getTime(), addMs(receivedAt, GATEWAY_MS).getTime())
  const expire = expireJob({ jobs, publishEnd, now, log, metrics })
  let pauseMs = FIRST_PAUSE_MS
  let row: JobRow | undefined = accepted
  for (;;) {
    try {
      const stored = await jobs.getWithoutTexts(keyOf(accepted))
      row = stored && (await expire(withTextsOf(stored, accepted)))
    } catch (error) {
      log.warn('job poll failed', { error })
    }
    if (!row || isTerminal(row) || signal.aborted || now().getTime() + pauseMs > deadlineMs) return row
    await sleep(pauseMs)
    pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 1.3)
  }
}
