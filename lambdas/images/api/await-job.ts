import { addMs, type RequestContext } from '@signet/kernel'
import { keyOf } from '../jobs/job-keys.ts'
import { isTerminal, type JobRow } from '../jobs/job-row.ts'
import { withTextsOf } from '../jobs/job-texts.ts'
import { expireJob } from '../settle/expire-job.ts'
import type { AwaitDeps } from './deps.ts'

/** The gateway gives up 29 seconds after it received a request; the answer needs some of them. */
const GATEWAY_MS = 27_500
const FIRST_PAUSE_MS = 60
const LONGEST_PAUSE_MS = 400

/**
 * Polls until the job has ended or `seconds` are over, but never longer than the gateway waits, counted from when it
 * received the request. Undefined if the job was deleted meanwhile. If the table fails to answer, the poll is repeated:
 * the job is accepted, and a caller that got an error would order it again. The texts of the job come from `accepted`,
 * so polls do not read them.
 */
export const awaitJob = async (
  { jobs, publishEnd, now, metrics, sleep, holdSeconds }: AwaitDeps,
  accepted: JobRow,
  seconds: number,
  { signal, log, receivedAt }: Pick<RequestContext, 'signal' | 'log' | 'receivedAt'>,
): Promise<JobRow | undefined> => {
  const held = Math.min(seconds, holdSeconds ?? seconds)
  const until = Math.min(addMs(now(), held * 1000).getTime(), addMs(receivedAt, GATEWAY_MS).getTime())
  const expire = expireJob({ jobs, publishEnd, now, log, metrics })
  let pause = FIRST_PAUSE_MS
  let row: JobRow | undefined = accepted
  for (;;) {
    try {
      const stored = await jobs.getWithoutTexts(keyOf(accepted))
      row = stored && (await expire(withTextsOf(stored, accepted)))
    } catch (error) {
      log.warn('a job with a waiting caller could not be read', { error })
    }
    if (!row || isTerminal(row) || signal.aborted || now().getTime() + pause > until) return row
    await sleep(pause)
    pause = Math.min(LONGEST_PAUSE_MS, pause * 1.3)
  }
}
