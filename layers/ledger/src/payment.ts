import type { CancellationReasons, WriteStep } from '@signet/kernel'
import { type MeterReading, type Quota, quotaExceeded, type Refusal, refusal, secondsUntil } from '@signet/kernel'
import { type Account, spendable } from './account.ts'
import type { Charge } from './charge.ts'
import { PLANS, UPGRADE_PATH } from './plans.ts'
import type { OverLimit } from './spending-limit.ts'

export type JobReading = MeterReading<'credits' | 'images'>

/**
 * The credits that a job reserves, and the writes that reserve them, if any. The writes must be part of the transaction
 * that writes the job's row.
 */
export interface Hold {
  readonly charge: Charge
  readonly steps: readonly WriteStep[]
  /** Absent if the account has no counted usage. */
  readonly reading?: JobReading
  /** True if this hold is the first of the cycle above 80 percent, so that the owner is warned. */
  readonly isCrossing: boolean
}

export interface Payment {
  /**
   * Decides the amount and its buckets; 429 if not enough is left. Runs again with the refusal if concurrent jobs used
   * credits in the meantime.
   */
  hold(refused: CancellationReasons | undefined): Promise<Hold | Unpaid>
}

export type Unpaid = Refusal<'insufficient_credits' | 'quota_exceeded'> | OverLimit

/** Returns 429 for an account that cannot pay. Retry-After is the time until a subscription renews its credits. */
export const insufficientCredits = (account: Account, required: number, now: Date): Refusal<'insufficient_credits'> => {
  const balance = spendable(account, now)
  const renews = PLANS[account.plan].renewal !== 'none' && account.cycle_end > now.toISOString()
  const headers = renews ? { 'retry-after': String(secondsUntil(account.cycle_end, now)) } : {}
  const error = `This requires ${required} credits, and the account has ${balance}. Get more at ${UPGRADE_PATH}`
  return refusal('insufficient_credits', error, { extras: { upgrade: UPGRADE_PATH, required, balance }, headers })
}

export const noImagesLeft = (quota: Quota, now: Date): Refusal<'quota_exceeded'> =>
  quotaExceeded(quota, now, {
    sentence: `The ${quota.limit} images per month for callers without an account are used up`,
    upgrade: UPGRADE_PATH,
  })
