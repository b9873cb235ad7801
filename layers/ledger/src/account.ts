import { addMs } from '@signet/kernel'
import { type Cycle, cycleAt } from './billing-cycle.ts'
import type { Plan } from './plans.ts'
import { PLANS } from './plans.ts'

/** Buckets of spendable credits, in the order in which they are spent (spec image-service 8). */
export const BUCKETS = ['welcome', 'purchased', 'grace', 'subscription'] as const
export type Bucket = (typeof BUCKETS)[number]

/** Credits per bucket. */
export type Parts = Readonly<Partial<Record<Bucket, number>>>

/**
 * A billing account in whole credits. Invariant: `welcome + purchased + grace + subscription + held + consumed +
 * expired + clawed = issued`.
 */
export interface Account {
  readonly id: string
  readonly welcome: number
  readonly purchased: number
  /** Remaining credits of an ended subscription; spendable until `grace_ends_at`. */
  readonly grace: number
  readonly grace_ends_at: string
  readonly subscription: number
  readonly held: number
  /** Refunded credits that had already been spent. The next grants repay them. */
  readonly owed: number
  /**
   * Incremented whenever credits are redistributed among buckets, so that a hold can detect whether its parts still
   * exist.
   */
  readonly epoch: number
  readonly plan: Plan
  /** Number of packs that the account has bought. */
  readonly packs: number
  /** End of the last subscription; empty if none has ended. */
  readonly ended_at: string
  readonly opened_at: string
  readonly cycle_start: string
  readonly cycle_end: string
  /**
   * Credits at the start of the cycle, including held ones, and credits granted in it: the base for the 80 percent
   * warning.
   */
  readonly base: number
  /** Start of the cycle in which the owner was last warned; empty if never. */
  readonly warned: string
  /**
   * Totals since the account was opened, like the next three. `clawed`: taken back after a refund, or used to repay
   * `owed`.
   */
  readonly issued: number
  readonly consumed: number
  readonly expired: number
  readonly clawed: number
  /** Set once the organization was erased. */
  readonly closed_at?: string
  /** Set on an account without a row; the first charge opens it. */
  readonly isUnopened?: true
}

export type Counter =
  | Bucket
  | 'held'
  | 'owed'
  | 'issued'
  | 'consumed'
  | 'expired'
  | 'clawed'
  | 'base'
  | 'epoch'
  | 'packs'

export const newAccount = (id: string, at: Date, welcome: number): Account => {
  const { start, end } = cycleAt(at, at)
  return {
    id,
    welcome,
    purchased: 0,
    grace: 0,
    grace_ends_at: '',
    subscription: 0,
    held: 0,
    owed: 0,
    epoch: 0,
    plan: 'free',
    packs: 0,
    ended_at: '',
    opened_at: at.toISOString(),
    cycle_start: start.toISOString(),
    cycle_end: end.toISOString(),
    base: welcome,
    warned: '',
    issued: welcome,
    consumed: 0,
    expired: 0,
    clawed: 0,
  }
}

/** Returns whether the grace bucket can no longer be spent, even if it is not empty yet. */
export const isLapsed = ({ grace_ends_at }: Account, now: Date): boolean => grace_ends_at <= now.toISOString()

export const spendableIn = (account: Account, bucket: Bucket, now: Date): number =>
  bucket === 'grace' && isLapsed(account, now) ? 0 : account[bucket]

export const spendable = (account: Account, now: Date): number =>
  BUCKETS.reduce((sum, bucket) => sum + spendableIn(account, bucket, now), 0)

/** Returns the parts that pay, in the order of the buckets; undefined if they do not suffice. */
export const splitOf = (account: Account, credits: number, now: Date): Parts | undefined => {
  let unpaid = credits
  const parts: Partial<Record<Bucket, number>> = {}
  for (const bucket of BUCKETS) {
    const part = Math.min(unpaid, spendableIn(account, bucket, now))
    if (part > 0) parts[bucket] = part
    unpaid -= part
  }
  return unpaid === 0 ? parts : undefined
}

export const creditsOf = (parts: Parts): number => BUCKETS.reduce((sum, bucket) => sum + (parts[bucket] ?? 0), 0)

/**
 * Returns the current monthly cycle if the stored one has ended; undefined if it has not, or if invoices define the
 * cycle.
 */
export const nextCycle = ({ plan, opened_at, cycle_end }: Account, now: Date): Cycle | undefined =>
  PLANS[plan].renewal === 'none' && cycle_end <= now.toISOString() ? cycleAt(new Date(opened_at), now) : undefined

/** Returns the base of a new cycle: spendable credits plus held credits, which may be released. */
export const cycleBase = (account: Account, now: Date): number => spendable(account, now) + account.held

/**
 * Returns grace credits that lapsed in the cycle and are not booked as expired yet. The cycle's limit still counts
 * them.
 */
export const lapsedInCycle = (account: Account, now: Date): number =>
  isLapsed(account, now) && account.grace_ends_at > account.cycle_start ? account.grace : 0

/** Returns the used or held credits of the cycle, and all credits of the cycle. */
export const usageOf = (account: Account, now: Date): { used: number; limit: number } => {
  const limit = Math.max(0, account.base - lapsedInCycle(account, now))
  return { used: Math.max(0, limit - spendable(account, now)), limit }
}

export const graceUntil = (endedAt: Date, days: number): string => addMs(endedAt, days * 86_400_000).toISOString()
