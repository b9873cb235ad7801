import { NetworkError, TimeoutError } from '@signet/http-client'
import type { GetUsageOutput } from '../api/usage.ts'
import { isApiError } from '../session/faults.ts'

/** The unit of the quota that flows, consultations, intakes and signal analyses share. */
export const UNIT_WORDS = 'Uses 1 scaffold (shared quota of flows, consultations and intakes)'

type Scaffolds = GetUsageOutput['scaffolds']

export const remainingScaffolds = ({ used, limit }: Scaffolds): number => Math.max(0, limit - used)

export const costWords = (scaffolds: Scaffolds): string =>
  `${UNIT_WORDS}, ${remainingScaffolds(scaffolds).toLocaleString('en')} left`

export type CreditOutcome = 'used-up' | 'not-charged' | 'in-progress' | 'no-response' | 'other'

export const creditOutcomeOf = (error: unknown): CreditOutcome => {
  if (!isApiError(error))
    return error instanceof NetworkError || error instanceof TimeoutError ? 'no-response' : 'other'
  if (error.code === 'quota_exceeded') return 'used-up'
  if (error.code === 'idempotency_in_progress') return 'in-progress'
  return error.status >= 500 ? 'not-charged' : 'other'
}
