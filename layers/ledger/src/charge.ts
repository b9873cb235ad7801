import { BUCKETS, type Bucket, creditsOf, type Parts } from './account.ts'
import type { Plan } from './plans.ts'
import type { Spender } from './spending-limit.ts'

/** Credits reserved for a job: the account, the parts, and the epoch of its buckets. */
export interface CreditCharge {
  readonly account: string
  readonly epoch: number
  readonly plan: Plan
  readonly parts: Parts
  readonly spender?: Spender
}

/** One image of the monthly quota of a caller without an account; `quota` is the month, such as 2026-11. */
export interface QuotaCharge {
  readonly quota: string
}

/**
 * A job that the platform has counted against the organization's quota. It costs no credits; the ledger records the
 * image.
 */
export interface CountedCharge {
  readonly account: string
  readonly counted_by: 'platform'
}

/**
 * The cost of a job when it completes. It is stored with the job at admission and never changes: while the job is open
 * it is the hold, and the write that ends the job settles it.
 */
export type Charge = CreditCharge | QuotaCharge | CountedCharge

/** Takes credits from the parts, in the order of the buckets, and deducts them from `available`. */
const debitedParts = (available: Partial<Record<Bucket, number>>, credits: number): Parts => {
  const parts: Partial<Record<Bucket, number>> = {}
  let unpaid = credits
  for (const bucket of BUCKETS) {
    const part = Math.min(unpaid, available[bucket] ?? 0)
    if (part === 0) continue
    parts[bucket] = part
    available[bucket] = (available[bucket] ?? 0) - part
    unpaid -= part
  }
  return parts
}

/**
 * Divides the charge into equal shares for several jobs, each settled separately. Together they take the exact amounts
 * of the charge from each bucket. Credits are whole, so the total must be a multiple of the number of jobs.
 */
export const sharesOf = (charge: Charge, jobs: number): readonly Charge[] => {
  if (!('parts' in charge)) return Array.from({ length: jobs }, () => charge)
  const unassigned = { ...charge.parts }
  const share = creditsOf(charge.parts) / jobs
  return Array.from({ length: jobs }, () => ({ ...charge, parts: debitedParts(unassigned, share) }))
}
