import { giveBack, type TableDeps, type WriteStep } from '@signet/kernel'
import { type Account, BUCKETS, type Bucket, creditsOf, isLapsed } from './account.ts'
import { readAccount } from './balance-table.ts'
import { balanceUpdate } from './balance-update.ts'
import type { Charge, CreditCharge } from './charge.ts'
import { entryPut, type LedgerLine, linesOf } from './ledger-entry.ts'
import { PLANS } from './plans.ts'
import { giveBackTo } from './spending-limit.ts'

export interface ChargedJob {
  readonly tenant_id: string
  readonly job_id: string
  /** Counted network of a caller without an account; absent if the tenant itself is counted. */
  readonly network?: string
  readonly charge?: Charge
}

/** Builds steps that settle a job's charge. They go into the transaction that ends the job, so they happen once. */
export interface SettlementTable {
  capture(job: ChargedJob): readonly WriteStep[]
  /**
   * Builds the steps that return held credits to their buckets, or to the buckets that replaced them. Must be rebuilt
   * before every attempt.
   */
  release(job: ChargedJob): Promise<readonly WriteStep[]>
}

type Destinations = Partial<Record<Bucket | 'expired', number>>

/**
 * Returns the bucket in which held subscription credits would be without the hold. If the
 * subscription has ended, they become grace credits or expire.
 */
const subscriptionDestinations = (
  { epoch, plan: heldPlan }: CreditCharge,
  account: Account,
  n: number,
  now: Date,
): Destinations => {
  if (epoch === account.epoch) return { subscription: n }
  const { renewal, rolloverCap } = PLANS[account.plan]
  if (renewal === 'rollover') {
    const withinCap = Math.min(n, Math.max(0, rolloverCap - account.subscription))
    return { subscription: withinCap, expired: n - withinCap }
  }
  const hasGrace = heldPlan !== undefined && PLANS[heldPlan].graceDays > 0 && !isLapsed(account, now)
  return hasGrace ? { grace: n } : { expired: n }
}

const destinationsOf = (bucket: Bucket, charge: CreditCharge, account: Account, now: Date): Destinations => {
  const n = charge.parts[bucket] ?? 0
  if (bucket === 'subscription') return subscriptionDestinations(charge, account, n, now)
  return bucket === 'grace' && isLapsed(account, now) ? { expired: n } : { [bucket]: n }
}

/** Returns the changes of the balance that return a hold, and their ledger lines. */
const releaseChange = (charge: CreditCharge, account: Account, now: Date) => {
  const lines: LedgerLine[] = []
  const add: Destinations = {}
  for (const bucket of BUCKETS) {
    for (const [name, n] of Object.entries(destinationsOf(bucket, charge, account, now))) {
      const destination = name as keyof Destinations
      add[destination] = (add[destination] ?? 0) + n
      lines.push(...linesOf([bucket, destination, n]))
    }
  }
  // Repays credits that were refunded while they were held, as soon as they are released.
  const paid = Math.min(account.owed, add.purchased ?? 0)
  lines.push(...linesOf(['purchased', 'clawed', paid]))
  const changes = { ...add, purchased: (add.purchased ?? 0) - paid, held: -creditsOf(charge.parts) }
  // The limit of the cycle counts held credits. Those that do not become spendable again are subtracted.
  const base = Math.max(-account.base, -(add.expired ?? 0) - paid)
  return { lines, add: { ...changes, owed: -paid, clawed: paid, base } }
}

/**
 * Returns the conditions of the release. They are as loose as possible, so that concurrent releases of one account do
 * not conflict.
 */
const releaseGuard = (
  charge: CreditCharge,
  account: Account,
  { subscription = 0, base }: { subscription?: number; base: number },
) => [
  ['held', '>=', creditsOf(charge.parts)] as const,
  ['epoch', '=', account.epoch] as const,
  ['owed', '=', account.owed] as const,
  ['grace_ends_at', '=', account.grace_ends_at] as const,
  ...(base < 0 ? [['base', '>=', -base] as const] : []),
  ...(charge.epoch !== account.epoch && subscription > 0
    ? [['subscription', '<=', PLANS[account.plan].rolloverCap - subscription] as const]
    : []),
]

/** Stores settlements in the shared table (docs/adr/0013). */
export const settlementTable = (deps: Pick<TableDeps, 'db' | 'table' | 'now'>): SettlementTable => ({
  capture({ job_id, charge }) {
    if (!charge || 'quota' in charge) return []
    const time = deps.now()
    const at = time.toISOString()
    // For jobs that the platform counts, the ledger records the image, and that no credits moved.
    if ('counted_by' in charge)
      return [entryPut(deps.table, charge.account, { type: 'capture', ref: job_id, at, lines: [] })]
    const { account, parts } = charge
    const credits = creditsOf(parts)
    const lines = linesOf(...BUCKETS.map((bucket) => [bucket, 'consumed', parts[bucket] ?? 0] as const))
    return [
      balanceUpdate(
        deps.table,
        account,
        { add: { held: -credits, consumed: credits }, when: [['held', '>=', credits]] },
        time,
      ),
      entryPut(deps.table, account, { type: 'capture', ref: job_id, at, lines }),
    ]
  },

  async release({ tenant_id, job_id, network, charge }) {
    if (!charge || 'counted_by' in charge) return []
    if ('quota' in charge) {
      return [giveBack(deps.table, { subject: network ?? tenant_id, meter: 'images', period: charge.quota })]
    }
    const now = deps.now()
    const account = await readAccount(deps, charge.account)
    if (!account) throw new Error(`The account of job ${job_id} has no balance`)
    const { lines, add } = releaseChange(charge, account, now)
    const { spender, parts } = charge
    return [
      balanceUpdate(deps.table, account.id, { add, when: releaseGuard(charge, account, add) }, now),
      ...(spender ? [giveBackTo(deps.table, spender, creditsOf(parts))] : []),
      entryPut(deps.table, account.id, { type: 'release', ref: job_id, at: now.toISOString(), lines }),
    ]
  },
})
