import { isExpectedRefusal, type RefusalCode } from '@signet/imaging/image-provider'
import type { Metrics } from '@signet/kernel'
import type { JobRow } from './job-row.ts'
import { DEADLINE_CODE } from './job-timing.ts'

/** Returns whether the service or a vendor caused a failure, rather than the caller's prompt, input or deadline. */
export const isFault = (errorCode: string): boolean => errorCode !== DEADLINE_CODE && !isExpectedRefusal(errorCode)

/**
 * Failures of a vendor, which the availability target excludes (docs/operations.md). An exhausted vendor quota and
 * rejected credentials are not excluded, because operators can fix them.
 */
const VENDOR_FAILURES: readonly string[] = [
  'provider_rate_limited',
  'provider_timeout',
  'provider_unavailable',
] satisfies RefusalCode[]

const outcomeOf = ({ state, error_code = 'internal' }: JobRow): 'completed' | 'failed' | 'vendor' | 'refused' => {
  if (state === 'completed') return 'completed'
  if (VENDOR_FAILURES.includes(error_code)) return 'vendor'
  return isFault(error_code) ? 'failed' : 'refused'
}

/**
 * Counts the end of a job once, in the worker whose write ended it. Tiers and outcomes are few, because each pair is a
 * separate metric (docs/operations.md).
 */
export const recordOutcome = (metrics: Metrics, ended: JobRow): void => {
  const { quality_tier: tier, created_at, completed_at } = ended
  const outcome = outcomeOf(ended)
  metrics.record('JobOutcome', 1, 'Count', { tier, outcome })
  if (outcome !== 'completed' || completed_at === undefined) return
  metrics.record('TimeToImage', Date.parse(completed_at) - Date.parse(created_at), 'Milliseconds', { tier })
}
