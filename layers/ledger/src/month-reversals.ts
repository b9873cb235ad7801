import { type Account, isLapsed, lapsedInCycle } from './account.ts'
import type { Posting } from './account-table.ts'
import { linesOf } from './ledger-entry.ts'
import { PLANS } from './plans.ts'
import { isSubscribed, type PaidMonth, retireSubscription, rewrite } from './postings.ts'

export interface MonthReversal {
  readonly posting: Posting
  readonly takenCredits: number
}

/** Moves no credits. It is written nevertheless, so that the reversal or return counts as booked. */
const unchangedPosting = (account: Account): Posting => rewrite(account, { clawed: account.clawed }, [])

const isCurrent = (account: Account, { plan, period_start }: PaidMonth): boolean =>
  isSubscribed(account) && account.plan === plan && account.cycle_start === period_start

/** The plan ends with its month. Credits of earlier months are treated as at the end of a plan. */
const endCurrent = (account: Account, month: PaidMonth, at: string, now: Date): MonthReversal => {
  const takenCredits = Math.min(PLANS[month.plan].monthlyCredits, account.subscription)
  const { lines, ...moved } = retireSubscription(
    { ...account, subscription: account.subscription - takenCredits },
    at,
    now,
  )
  // Grace that lapsed before the cycle began is not part of the cycle's limit.
  const uncounted = isLapsed(account, now) ? account.grace - lapsedInCycle(account, now) : 0
  const lostCredits = moved.expired - account.expired - uncounted + takenCredits
  const after = {
    ...moved,
    subscription: 0,
    clawed: account.clawed + takenCredits,
    epoch: account.epoch + 1,
    plan: account.packs > 0 ? ('pack' as const) : ('free' as const),
    // Earlier months that are booked late find the plan ended; later ones start it again.
    ended_at: month.period_start > account.ended_at ? month.period_start : account.ended_at,
    base: Math.max(0, account.base - lostCredits),
  }
  return {
    posting: rewrite(account, after, [...linesOf(['subscription', 'clawed', takenCredits]), ...lines]),
    takenCredits,
  }
}

/**
 * Returns the credits of an earlier month that were carried over: older credits are spent first, so those of the latest
 * month remain last.
 */
const carriedOver = (account: Account, month: PaidMonth, now: Date) => {
  const { monthlyCredits, graceDays } = PLANS[month.plan]
  if (graceDays === 0) return { subscription: 0, grace: 0 }
  const isRolling = PLANS[account.plan].renewal === 'rollover'
  const latestMonthlyCredits = PLANS[account.plan].monthlyCredits
  const subscription = isRolling
    ? Math.min(monthlyCredits, Math.max(0, account.subscription - latestMonthlyCredits))
    : 0
  // After the end of the plan, the grace bucket may also contain the credits of the month after this one.
  const hasNoLaterMonthInGrace = isSubscribed(account) || month.period_end >= account.ended_at
  const laterMonthCredits = hasNoLaterMonthInGrace ? 0 : monthlyCredits
  const remainingGrace = isLapsed(account, now) ? 0 : Math.max(0, account.grace - laterMonthCredits)
  return { subscription, grace: Math.min(monthlyCredits - subscription, remainingGrace) }
}

/**
 * Reverses a paid month whose money was returned: takes its remaining credits. If it is the current month, the plan
 * ends. Spent credits remain spent, and nothing is owed. `at` is the ISO time at which the reversal was detected.
 */
export const monthReversal = (account: Account, month: PaidMonth, at: string, now: Date): MonthReversal => {
  if (isCurrent(account, month)) return endCurrent(account, month, at, now)
  const { subscription, grace } = carriedOver(account, month, now)
  const takenCredits = subscription + grace
  if (takenCredits === 0) return { posting: unchangedPosting(account), takenCredits }
  const after = {
    subscription: account.subscription - subscription,
    grace: account.grace - grace,
    clawed: account.clawed + takenCredits,
    base: Math.max(0, account.base - takenCredits),
  }
  const lines = linesOf(['subscription', 'clawed', subscription], ['grace', 'clawed', grace])
  return { posting: rewrite(account, after, lines), takenCredits }
}

/**
 * Restores a reversed month whose money came back. While its period lasts, the plan and the taken credits are restored;
 * afterwards the credits go to the bucket in which they would be by now.
 */
export const monthReturn = (account: Account, month: PaidMonth, takenCredits: number, now: Date): Posting => {
  const isPeriodRunning = month.period_end > now.toISOString() && month.period_start >= account.ended_at
  if (isPeriodRunning && !isSubscribed(account)) {
    const after = {
      subscription: takenCredits,
      clawed: account.clawed - takenCredits,
      epoch: account.epoch + 1,
      plan: month.plan,
      cycle_start: month.period_start,
      cycle_end: month.period_end,
      base: account.base + takenCredits,
    }
    return rewrite(account, after, linesOf(['clawed', 'subscription', takenCredits]))
  }
  const { renewal, rolloverCap } = PLANS[account.plan]
  if (renewal === 'rollover') {
    const restored = Math.min(takenCredits, Math.max(0, rolloverCap - account.subscription))
    const after = {
      subscription: account.subscription + restored,
      clawed: account.clawed - restored,
      base: account.base + restored,
    }
    return rewrite(account, after, linesOf(['clawed', 'subscription', restored]))
  }
  if (PLANS[month.plan].graceDays === 0 || isLapsed(account, now)) return unchangedPosting(account)
  const after = {
    grace: account.grace + takenCredits,
    clawed: account.clawed - takenCredits,
    base: account.base + takenCredits,
  }
  return rewrite(account, after, linesOf(['clawed', 'grace', takenCredits]))
}
