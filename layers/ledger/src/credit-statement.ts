import { type Clock, isNearlyUsedUp } from '@signet/kernel'
import { type Account, BUCKETS, type Bucket, cycleBase, nextCycle, spendable, spendableIn, usageOf } from './account.ts'
import type { AccountTable } from './account-table.ts'
import type { EntryTable } from './entry-table.ts'
import type { LedgerEntry } from './ledger-entry.ts'
import type { Plan } from './plans.ts'
import { PLANS } from './plans.ts'
import type { QualityTier } from './tiers.ts'

/** The owner's view of an account, in whole credits; times are ISO 8601 UTC. */
export interface CreditStatement {
  readonly plan: Plan
  readonly entitlements: {
    readonly tiers: readonly QualityTier[]
    readonly priority_queue: boolean
    readonly monthly_credits: number
  }
  readonly balance: number
  readonly held: number
  /** Refunded credits that had already been spent. The next grants repay them. */
  readonly owed: number
  /** In the order in which they are spent; `expires_at` is null for credits that do not expire. */
  readonly buckets: readonly { readonly name: Bucket; readonly credits: number; readonly expires_at: string | null }[]
  readonly cycle: {
    readonly starts_at: string
    readonly ends_at: string
    readonly used: number
    readonly limit: number
  }
  /** True if at least 80 percent of the cycle's credits are used. */
  readonly is_nearly_used_up: boolean
  /** Subscription credits that expire at the end of the cycle if they are not used. */
  readonly lost_at_cycle_end: number
  readonly totals: Readonly<Record<'issued' | 'consumed' | 'expired' | 'clawed_back', number>>
  /** Newest first. */
  readonly entries: readonly LedgerEntry[]
  readonly next_cursor: string | null
}

const expiryOf = ({ plan, grace, grace_ends_at, cycle_end }: Account, bucket: Bucket): string | null => {
  if (bucket === 'grace') return grace > 0 ? grace_ends_at : null
  return bucket === 'subscription' && PLANS[plan].renewal === 'reset' ? cycle_end : null
}

const cycleOf = (account: Account, now: Date): CreditStatement['cycle'] => {
  const next = nextCycle(account, now)
  // A new month has started and is not written yet: it starts with the current credits.
  if (next) {
    const nextAccount = { ...account, cycle_start: next.start.toISOString(), base: cycleBase(account, next.start) }
    return { starts_at: next.start.toISOString(), ends_at: next.end.toISOString(), ...usageOf(nextAccount, now) }
  }
  return { starts_at: account.cycle_start, ends_at: account.cycle_end, ...usageOf(account, now) }
}

export const creditStatement =
  ({ accounts, entries, now }: { accounts: Pick<AccountTable, 'read'>; entries: EntryTable; now: Clock }) =>
  async (accountId: string, page: { limit: number; cursor: string | undefined }): Promise<CreditStatement> => {
    const [account, { entries: listed, nextCursor }] = await Promise.all([
      accounts.read(accountId),
      entries.list(accountId, page.limit, page.cursor),
    ])
    const at = now()
    const { plan, held, owed, issued, consumed, expired, clawed } = account
    const { tiers, hasPriority, monthlyCredits, renewal } = PLANS[plan]
    const cycle = cycleOf(account, at)
    return {
      plan,
      entitlements: { tiers, priority_queue: hasPriority, monthly_credits: monthlyCredits },
      balance: spendable(account, at),
      held,
      owed,
      buckets: BUCKETS.map((bucket) => ({
        name: bucket,
        credits: spendableIn(account, bucket, at),
        expires_at: expiryOf(account, bucket),
      })),
      cycle,
      is_nearly_used_up: isNearlyUsedUp(cycle),
      lost_at_cycle_end: renewal === 'reset' ? account.subscription : 0,
      totals: { issued, consumed, expired, clawed_back: clawed },
      entries: listed,
      next_cursor: nextCursor,
    }
  }
