import { NetworkError, TimeoutError } from '@signet/http-client'
import type { GetUsageOutput } from '../api/usage.ts'
import { counted } from '../session/amounts.ts'
import { isRefused } from '../session/faults.ts'

type Scaffolds = GetUsageOutput['scaffolds']

export const scaffoldsLeft = ({ used, limit }: Scaffolds): number => Math.max(0, limit - used)

export const costWords = (scaffolds: Scaffolds): string =>
  `Uses 1 of ${counted(scaffoldsLeft(scaffolds), 'scaffold')} left`

export type CreditOutcome = 'used-up' | 'not-charged' | 'under-way' | 'no-answer' | 'other'

export const refusedAs = (error: unknown): CreditOutcome => {
  if (!isRefused(error)) return error instanceof NetworkError || error instanceof TimeoutError ? 'no-answer' : 'other'
  if (error.code === 'quota_exceeded') return 'used-up'
  if (error.code === 'idempotency_in_progress') return 'under-way'
  return error.status >= 500 ? 'not-charged' : 'other'
}
