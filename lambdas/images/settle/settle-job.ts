import type { Clock, Log, Metrics } from '@signet/kernel'
import type { ImageBucket } from '../images/image-bucket.ts'
import { imageKeys, variantKeys } from '../images/image-keys.ts'
import type { JobKey } from '../jobs/job-keys.ts'
import { isFault, recordOutcome } from '../jobs/job-outcome.ts'
import { isTerminal, type JobRow } from '../jobs/job-row.ts'
import { idsOfStep } from '../jobs/job-step.ts'
import type { JobTable } from '../jobs/job-table.ts'
import type { PublishEnd } from '../jobs/publish-end.ts'
import type { FailureReason } from './failure-reason.ts'
import { reportFailure } from './report-failure.ts'

export interface SettleDeps {
  readonly jobs: JobTable
  readonly bucket: ImageBucket
  readonly publishEnd: PublishEnd
  readonly now: Clock
  readonly log: Log
  readonly metrics: Metrics
}

/**
 * Removes the objects of a failed job. An encoding failure keeps the master, so that encoding can be repeated without a
 * new call to the provider.
 */
const removeObjects = async ({ bucket }: SettleDeps, { state, job_id }: JobRow): Promise<void> => {
  if (state === 'failed') await bucket.remove(...imageKeys(job_id))
  if (state === 'failed_encoding') await bucket.remove(...variantKeys(job_id))
}

/**
 * Result of settling a job. `fault`: the job failed because of the service or a vendor; the execution then fails too,
 * with this code.
 */
export type SettleResult =
  | { readonly outcome: JobRow['state'] | 'gone'; readonly verdict: 'ended' }
  | { readonly outcome: JobRow['state']; readonly verdict: 'fault'; readonly error_code: string }

/**
 * Ends a job that cannot be completed: `failed` before the master exists, `failed_encoding` after. A second run only
 * repeats the clean-up, in case the first run was interrupted. `cause` is for operators.
 */
export const settleJob =
  (deps: SettleDeps) =>
  async (key: JobKey, reason: FailureReason, cause?: string): Promise<SettleResult> => {
    const { jobs, now, log, metrics } = deps
    const row = await jobs.get(key)
    if (!row) return { outcome: 'gone', verdict: 'ended' }
    const isOpen = !isTerminal(row)
    const settled = isOpen ? await jobs.move(row, 'fail', { ...reason, completed_at: now().toISOString() }) : row
    if (!settled) return settleJob(deps)(key, reason, cause)
    await removeObjects(deps, settled)
    await deps.publishEnd(settled)
    const { state, error_code = 'internal' } = settled
    if (isOpen) {
      await reportFailure(log, idsOfStep(key), { from: row.state, reason, cause })
      recordOutcome(metrics, settled)
    }
    return state !== 'completed' && isFault(error_code)
      ? { outcome: state, verdict: 'fault', error_code }
      : { outcome: state, verdict: 'ended' }
  }
