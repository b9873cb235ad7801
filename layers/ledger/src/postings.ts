import { type Account, cycleBase, graceUntil, isLapsed, lapsedInCycle } from './account.ts'
import type { Posting } from './account-table.ts'
import { unchanged } from './balance-update.ts'
import { type LedgerLine, linesOf } from './ledger-entry.ts'
import { PACKS, type PackId, PLANS, type SubscriptionPlan } from './plans.ts'

type AccountUpdate = Pick<
  Account,
  | 'purchased'
  | 'grace'
  | 'grace_ends_at'
  | 'subscription'
  | 'owed'
  | 'issued'
  | 'expired'
  | 'clawed'
  | 'epoch'
  | 'plan'
  | 'packs'
  | 'ended_at'
  | 'cycle_start'
  | 'cycle_end'
  | 'base'
>

/**
 * Sets the members in `after`, on condition that no credit balance of the account has changed. Rewrites are rare
 * (purchases, renewals), so they may fail on concurrent holds and be retried.
 */
export const rewrite = (account: Account, after: Partial<AccountUpdate>, lines: LedgerLine[]): Posting => ({
  change: { add: {}, set: after, when: unchanged(account) },
  lines,
})

/** Repays owed credits from `n` granted ones. Repaid credits go from `issued` directly to `clawed`. */
const creditsAfterDebt = ({ owed, issued, clawed }: Account, n: number) => {
  const paid = Math.min(owed, n)
  return {
    credited: n - paid,
    members: { owed: owed - paid, issued: issued + n, clawed: clawed + paid },
    lines: linesOf(['issued', 'clawed', paid]),
  }
}

/** Books lapsed grace as expired, as part of the next posting. */
const expireLapsedGrace = (account: Account, now: Date) => {
  const lost = isLapsed(account, now) ? account.grace : 0
  return {
    grace: account.grace - lost,
    expired: account.expired + lost,
    lines: linesOf(['grace', 'expired', lost]),
  }
}

/** Posts a credit pack; its credits never reset. */
export const packPosting = (account: Account, packId: PackId): Posting => {
  const { credited, members, lines } = creditsAfterDebt(account, PACKS[packId].credits)
  const after = {
    ...members,
    purchased: account.purchased + credited,
    packs: account.packs + 1,
    base: account.base + credited,
    plan: account.plan === 'free' ? ('pack' as const) : account.plan,
  }
  return rewrite(account, after, [...lines, ...linesOf(['issued', 'purchased', credited])])
}

/** Posts gifted credits. They never reset, and do not count as a purchase. */
export const giftPosting = (account: Account, credits: number): Posting => {
  const { credited, members, lines } = creditsAfterDebt(account, credits)
  const after = { ...members, purchased: account.purchased + credited, base: account.base + credited }
  return rewrite(account, after, [...lines, ...linesOf(['issued', 'purchased', credited])])
}

/** A paid month of a subscription; times are ISO 8601 UTC. */
export interface PaidMonth {
  readonly plan: SubscriptionPlan
  readonly period_start: string
  readonly period_end: string
}

export const isSubscribed = ({ plan }: Account): boolean => PLANS[plan].renewal !== 'none'

/**
 * Returns the start of the current paid month, or the end of the last subscription if that is later or none is active.
 * Paid months that start earlier are posted as late.
 */
const latestPeriodStart = (account: Account): string =>
  isSubscribed(account) && account.cycle_start > account.ended_at ? account.cycle_start : account.ended_at

/** Moves the remaining credits of a subscription with rollover to the grace bucket. Without rollover they expire. */
export const retireSubscription = (account: Account, at: string, now: Date) => {
  const { graceDays } = PLANS[account.plan]
  const lapsed = expireLapsedGrace(account, now)
  if (graceDays === 0) {
    return {
      grace: lapsed.grace,
      grace_ends_at: account.grace_ends_at,
      expired: lapsed.expired + account.subscription,
      lines: [...lapsed.lines, ...linesOf(['subscription', 'expired', account.subscription])],
    }
  }
  const until = graceUntil(new Date(at), graceDays)
  return {
    grace: lapsed.grace + account.subscription,
    grace_ends_at: until > account.grace_ends_at ? until : account.grace_ends_at,
    expired: lapsed.expired,
    lines: [...lapsed.lines, ...linesOf(['subscription', 'grace', account.subscription])],
  }
}

/** Posts a paid month before the current one. Its credits go to the bucket in which they would be by now. */
const lateMonth = (account: Account, month: PaidMonth): Posting => {
  const { monthlyCredits, graceDays } = PLANS[month.plan]
  const { credited, members, lines } = creditsAfterDebt(account, monthlyCredits)
  const currentTerms = PLANS[account.plan]
  if (currentTerms.renewal === 'rollover') {
    const subscription = Math.max(
      account.subscription,
      Math.min(currentTerms.rolloverCap, account.subscription + credited),
    )
    const added = subscription - account.subscription
    const aboveCap = credited - added
    const after = { ...members, issued: members.issued - aboveCap, subscription, base: account.base + added }
    return rewrite(account, after, [...lines, ...linesOf(['issued', 'subscription', added])])
  }
  if (graceDays === 0) {
    return rewrite(account, { ...members, expired: account.expired + credited }, [
      ...lines,
      ...linesOf(['issued', 'expired', credited]),
    ])
  }
  // The grace period begins with the end of the subscription, or with the change to another plan.
  const { ended_at, cycle_start } = account
  const until = graceUntil(new Date(ended_at > month.period_start ? ended_at : cycle_start), graceDays)
  const after = {
    ...members,
    grace: account.grace + credited,
    grace_ends_at: until > account.grace_ends_at ? until : account.grace_ends_at,
    base: account.base + credited,
  }
  return rewrite(account, after, [...lines, ...linesOf(['issued', 'grace', credited])])
}

/**
 * Posts the first or a further month of a subscription. Unused Pro credits expire and the bucket is set to the monthly
 * grant. Agency credits are carried over up to the cap; after a change to Pro, the remaining ones become grace
 * (docs/adr/0013).
 */
export const monthPosting = (account: Account, month: PaidMonth, now: Date): Posting => {
  if (month.period_start < latestPeriodStart(account)) return lateMonth(account, month)
  const terms = PLANS[month.plan]
  const isRollover = terms.renewal === 'rollover'
  const retired = isRollover
    ? { ...expireLapsedGrace(account, now), grace_ends_at: account.grace_ends_at }
    : retireSubscription(account, month.period_start, now)
  const carriedCredits = isRollover ? account.subscription : 0
  const grantable = isRollover
    ? Math.max(0, Math.min(terms.rolloverCap, carriedCredits + terms.monthlyCredits) - carriedCredits)
    : terms.monthlyCredits
  const { credited, members, lines } = creditsAfterDebt(account, grantable)
  const { lines: retiredLines, ...moved } = retired
  const after = {
    ...members,
    ...moved,
    subscription: carriedCredits + credited,
    epoch: account.epoch + 1,
    plan: month.plan,
    cycle_start: month.period_start,
    cycle_end: month.period_end,
  }
  const base = cycleBase({ ...account, ...after }, now)
  return rewrite(account, { ...after, base }, [
    ...retiredLines,
    ...lines,
    ...linesOf(['issued', 'subscription', credited]),
  ])
}

/** Posts the end of a subscription: Pro credits expire, Agency credits remain spendable for the grace period. */
export const endPosting = (account: Account, endedAt: string, now: Date): Posting | undefined => {
  if (endedAt <= account.ended_at) return undefined
  const isEarlierSubscription = endedAt <= account.cycle_start
  if (!isSubscribed(account) || isEarlierSubscription) return rewrite(account, { ended_at: endedAt }, [])
  const { lines, ...moved } = retireSubscription(account, endedAt, now)
  const plan = account.packs > 0 ? ('pack' as const) : ('free' as const)
  const after = { ...moved, subscription: 0, epoch: account.epoch + 1, plan, ended_at: endedAt }
  // Grace that lapsed before the cycle began is not part of the cycle's limit.
  const uncounted = isLapsed(account, now) ? account.grace - lapsedInCycle(account, now) : 0
  const lost = moved.expired - account.expired - uncounted
  return rewrite(account, { ...after, base: Math.max(0, account.base - lost) }, lines)
}

export const expiryPosting = (account: Account, now: Date): Posting | undefined => {
  const { grace, expired, lines } = expireLapsedGrace(account, now)
  if (grace === account.grace) return undefined
  return rewrite(account, { grace, expired, base: Math.max(0, account.base - lapsedInCycle(account, now)) }, lines)
}

/**
 * Takes back the credits of a refunded payment from the purchased ones; the account owes the rest. No bucket becomes
 * negative.
 */
export const clawbackPosting = (account: Account, credits: number): Posting => {
  const takenCredits = Math.min(credits, account.purchased)
  const after = {
    purchased: account.purchased - takenCredits,
    clawed: account.clawed + takenCredits,
    owed: account.owed + credits - takenCredits,
    base: Math.max(0, account.base - takenCredits),
  }
  return rewrite(account, after, linesOf(['purchased', 'clawed', takenCredits]))
}
