import { type Account, isLapsed, lapsedInCycle } from './account.ts'
import type { Posting } from './account-table.ts'
import { linesOf } from './ledger-entry.ts'
import { PLANS } from './plans.ts'
import { isSubscribed, type PaidMonth, retire, rewrite } from './postings.ts'

export interface MonthReversal {
  readonly posting: Posting
  readonly taken: number
}

const nothing = (account: Account): Posting => rewrite(account, { clawed: account.clawed }, [])

const isCurrent = (account: Account, { plan, period_start }: PaidMonth): boolean =>
  isSubscribed(account) && account.plan === plan && account.cycle_start === period_start

/** The plan ends with its month. Credits of earlier months are treated as at the end of a plan. */
const endCurrent = (account: Account, month: PaidMonth, at: string, now: Date): MonthReversal => {
  const taken = Math.min(PLANS[month.plan].monthlyCredits, account.subscription)
  const { lines, ...moved } = retire({ ...account, subscription: account.subscription - taken }, at, now)
  // Grace that lapsed before the cycle began is not part of the cycle's limit.
  const uncounted = isLapsed(account, now) ? account.grace - lapsedInCycle(account, now) : 0
  const lost = moved.expired - account.expired - uncounted + taken
  const after = {
    ...moved,
    subscription: 0,
    clawed: account.clawed + taken,
    epoch: account.epoch + 1,
    plan: account.packs > 0 ? ('pack' as const) : ('free' as const),
    // Earlier months that are booked late find the plan ended; later ones start it again.
    ended_at: month.period_start > account.ended_at ? month.period_start : account.ended_at,
    base: Math.max(0, account.base - lost),
  }
  return { posting: rewrite(account, after, [...linesOf(['subscription', 'clawed', taken]), ...lines]), taken }
}

/**
 * Returns the credits of an earlier month that were carried over: older credits are spent first, so those of the latest
 * month remain last.
 */
const carriedOver = (account: Account, month: PaidMonth, now: Date) => {
  const { monthlyCredits, graceDays } = PLANS[month.plan]
  if (graceDays === 0) return { subscription: 0, grace: 0 }
  const isRolling = PLANS[account.plan].renewal === 'rollover'
  const latest = PLANS[account.plan].monthlyCredits
  const subscription = isRolling ? Math.min(monthlyCredits, Math.max(0, account.subscription - latest)) : 0
  const wasLast = isSubscribed(account) || month.period_end >= account.ended_at
  const spared = wasLast ? 0 : monthlyCredits
  const left = isLapsed(account, now) ? 0 : Math.max(0, account.grace - spared)
  return { subscription, grace: Math.min(monthlyCredits - subscription, left) }
}

/**
 * Reverses a paid month whose money was returned: takes its remaining credits. If it is the current month, the plan
 * ends. Spent credits remain spent, and nothing is owed. `at` is the ISO time at which the reversal was detected.
 */
export const monthReversal = (account: Account, month: PaidMonth, at: string, now: Date): MonthReversal => {
  if (isCurrent(account, month)) return endCurrent(account, month, at, now)
  const { subscription, grace } = carriedOver(account, month, now)
  const taken = subscription + grace
  if (taken === 0) return { posting: nothing(account), taken }
  const after = {
    subscription: account.subscription - subscription,
    grace: account.grace - grace,
    clawed: account.clawed + taken,
    base: Math.max(0, account.base - taken),
  }
  const lines = linesOf(['subscription', 'clawed', subscription], ['grace', 'clawed', grace])
  return { posting: rewrite(account, after, lines), taken }
}

/**
 * Restores a reversed month whose money came back. While its period lasts, the plan and the taken credits are restored;
 * afterwards the credits go to the bucket in which they would be by now.
 */
export const monthReturn = (account: Account, month: PaidMonth, taken: number, now: Date): Posting => {
  const lasts = month.period_end > now.toISOString() && month.period_start >= account.ended_at
  if (lasts && !isSubscribed(account)) {
    const after = {
      subscription: taken,
      clawed: account.clawed - taken,
      epoch: account.epoch + 1,
      plan: month.plan,
      cycle_start: month.period_start,
      cycle_end: month.period_end,
      base: account.base + taken,
    }
    return rewrite(account, after, linesOf(['clawed', 'subscription', taken]))
  }
  const { renewal, rolloverCap } = PLANS[account.plan]
  if (renewal === 'rollover') {
    const kept = Math.min(taken, Math.max(0, rolloverCap - account.subscription))
    const after = {
      subscription: account.subscription + kept,
      clawed: account.clawed - kept,
      base: account.base + kept,
    }
    return rewrite(account, after, linesOf(['clawed', 'subscription', kept]))
  }
  if (PLANS[month.plan].graceDays === 0 || isLapsed(account, now)) return nothing(account)
  const after = { grace: account.grace + taken, clawed: account.clawed - taken, base: account.base + taken }
  return rewrite(account, after, linesOf(['clawed', 'grace', taken]))
}
