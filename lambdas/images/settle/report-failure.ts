import { type Ids, type Log, spanned, trail } from '@signet/kernel'
import type { FailureReason } from './failure-reason.ts'

export interface Failure {
  readonly from: string
  readonly reason: FailureReason
  /** Cause for operators; the owner sees only the reason. */
  readonly cause?: string | undefined
}

/**
 * Reports a failed job to operators: a log line, and a span in the trace of the job. Killed steps have no
 * span, and refused steps do not count as failed.
 */
export const reportFailure = (log: Log, ids: Ids, { from, reason, cause }: Failure): Promise<void> => {
  log.warn('job failed', { ...ids, from, ...reason })
  const { error, error_code } = reason
  return spanned(log, { kind: 'internal', parent: trail().span_id }, async (note) =>
    note({ operation: 'job_failed', ...ids, from, error_code, failed: `${error_code}: ${cause ?? error}` }),
  )
}
