import type { Parts } from './account.ts'

/** Credits that a job has set aside: from which account and buckets, and as those were cut then. */
export interface CreditCharge {
  readonly account: string
  readonly epoch: number
  readonly parts: Parts
}

/** A place in the monthly number of somebody without an account; `quota` is the month, such as 2026-11. */
export interface QuotaCharge {
  readonly quota: string
}

/**
 * What a job will have cost when it completes. It stands on the job's row from admission on and never changes: while the
 * job is open it is the hold, and the write that ends the job settles it.
 */
export type Charge = CreditCharge | QuotaCharge
