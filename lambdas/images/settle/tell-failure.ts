import { type Ids, type Log, spanned, trail } from '@signet/kernel'
import type { FailureReason } from './failure-reason.ts'

export interface Failure {
  readonly from: string
  readonly reason: FailureReason
  /** What went wrong, for operators; its owner sees the reason alone. */
  readonly cause?: string | undefined
}

/**
 * Tells operators of a failed job: a line, and a span in the trace of the job. A step that was killed has written no span
 * of its own, and one that refused has not failed.
 */
export const tellFailure = (log: Log, ids: Ids, { from, reason, cause }: Failure): Promise<void> => {
  log.warn('a job failed', { ...ids, from, ...reason })
  const { error, error_code } = reason
  return spanned(log, { kind: 'internal', parent: trail().span_id }, async (note) =>
    note({ operation: 'job_failed', ...ids, from, error_code, failed: `${error_code}: ${cause ?? error}` }),
  )
}
