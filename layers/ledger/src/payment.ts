import type { CancellationReasons, WriteStep } from '@signet/kernel'
import { type MeterReading, type Quota, quotaExceeded, type Refusal, refusal, secondsUntil } from '@signet/kernel'
import { type Account, spendable } from './account.ts'
import type { Charge } from './charge.ts'
import { PLANS, UPGRADE_PATH } from './plans.ts'
import type { OverLimit } from './spending-limit.ts'

export type JobReading = MeterReading<'credits' | 'images'>

/** The parts that a job holds, and the writes that take them, if any. Write them together with the job's row. */
export interface Hold {
  readonly charge: Charge
  readonly steps: readonly WriteStep[]
  /** Absent if nothing of the account is counted. */
  readonly reading?: JobReading
  readonly isCrossing: boolean
}

export interface Payment {
  /**
   * Decides the amount and its buckets; 429 if not enough is left. Runs again with the refusal if other jobs took from
   * it meanwhile.
   */
  hold(refused: CancellationReasons | undefined): Promise<Hold | Unpaid>
}

export type Unpaid = Refusal<'insufficient_credits' | 'quota_exceeded'> | OverLimit

/** 429: the account cannot pay. Retry-After says when a subscription brings new credits. */
export const unpayable = (account: Account, required: number, now: Date): Refusal<'insufficient_credits'> => {
  const balance = spendable(account, now)
  const renews = PLANS[account.plan].renewal !== 'none' && account.cycle_end > now.toISOString()
  const headers = renews ? { 'retry-after': String(secondsUntil(account.cycle_end, now)) } : {}
  const error = `This needs ${required} credits and the account has ${balance}; more are at ${UPGRADE_PATH}`
  return refusal('insufficient_credits', error, { extras: { upgrade: UPGRADE_PATH, required, balance }, headers })
}

export const noImagesLeft = (quota: Quota, now: Date): Refusal<'quota_exceeded'> =>
  quotaExceeded(quota, now, {
    sentence: `Without an account there are ${quota.limit} images a month, and they are used up`,
    upgrade: UPGRADE_PATH,
  })
