import type { Account } from '@signet/ledger'
import type { JobRow } from '../../../lambdas/images/jobs/job-row.ts'
import { BUCKETS, creditsOf } from '../../../layers/ledger/src/account.ts'
import type { CreditCharge } from '../../../layers/ledger/src/charge.ts'
import type { LedgerEntry } from '../../../layers/ledger/src/ledger-entry.ts'

/** An account with its entries and the jobs that it paid for, as stored at one moment. */
export interface LedgerState {
  readonly balance: Account | undefined
  readonly entries: readonly LedgerEntry[]
  readonly jobs: readonly JobRow[]
}

/** Reads the state from the rows themselves, without the tested code. */
export const ledgerState = (rows: readonly Record<string, unknown>[]): LedgerState => {
  const rowsOfKind = (kind: string) => rows.filter(({ sk }) => String(sk).startsWith(kind)) as unknown[]
  return {
    balance: rowsOfKind('BALANCE')[0] as Account | undefined,
    entries: rowsOfKind('ENTRY#') as LedgerEntry[],
    jobs: rowsOfKind('JOB#') as JobRow[],
  }
}

const SUMS = [...BUCKETS, 'issued', 'consumed', 'expired', 'clawed'] as const
const OPEN = ['queued', 'processing', 'encoding']

const heldCharges = (jobs: readonly JobRow[]): CreditCharge[] =>
  jobs.flatMap(({ state, charge }) => (OPEN.includes(state) && charge && 'parts' in charge ? [charge] : []))

/** Sums up the entries. A debit of `issued` is positive. */
const sumsOf = (entries: readonly LedgerEntry[]): Record<string, number> => {
  const sums: Record<string, number> = Object.fromEntries(SUMS.map((name) => [name, 0]))
  for (const { from, to, credits } of entries.flatMap(({ lines }) => lines)) {
    sums[from] = (sums[from] ?? 0) + (from === 'issued' ? credits : -credits)
    sums[to] = (sums[to] ?? 0) + credits
  }
  return sums
}

/** Describes every violated invariant of an account; the numbers are those of the ledger's design. */
export const brokenInvariants = ({ balance, entries, jobs }: LedgerState): string[] => {
  if (!balance) return []
  const { welcome, purchased, grace, subscription, issued, consumed, expired, clawed } = balance
  const holds = heldCharges(jobs)
  const heldCredits = holds.reduce((sum, { parts }) => sum + creditsOf(parts), 0)
  const sums = sumsOf(entries)
  const settledJobs = entries.filter(({ type }) => type === 'capture' || type === 'release').map(({ ref }) => ref)
  const posted = entries.map(({ type, ref }) => `${type} ${ref}`)
  const checks: (readonly [string, boolean])[] = [
    [
      'I1 the parts do not add up',
      welcome + purchased + grace + subscription + balance.held + consumed + expired + clawed === issued,
    ],
    ['I2 a sum is negative', [...SUMS, 'held', 'owed'].every((name) => balance[name as 'welcome'] >= 0)],
    [`I3 ${balance.held} held, ${heldCredits} on hold`, balance.held === heldCredits],
    ['I5 an entry was posted twice', new Set(posted).size === posted.length],
    ['I6 a hold was settled twice', new Set(settledJobs).size === settledJobs.length],
    ...SUMS.map((name) => {
      const heldFromBucket = holds.reduce((sum, { parts }) => sum + (parts[name as 'welcome'] ?? 0), 0)
      return [
        `I8 ${name} is ${balance[name]}, which differs from its entries`,
        balance[name] === Number(sums[name]) - heldFromBucket,
      ] as const
    }),
    ['I10 more was captured than issued', consumed <= issued],
    [
      'I13 a release turned other credits into purchased ones',
      !entries.some(
        ({ type, lines }) => type === 'release' && lines.some(({ from, to }) => to === 'purchased' && from !== to),
      ),
    ],
    [
      'I14 subscription credits outlived the subscription',
      subscription === 0 || ['pro', 'agency'].includes(balance.plan),
    ],
    ['I15 the limit of the cycle is negative', balance.base >= 0],
    [
      'I16 the credits exceed the limit of the cycle',
      balance.base >= welcome + purchased + subscription + balance.held,
    ],
  ]
  return checks.flatMap(([description, isSatisfied]) => (isSatisfied ? [] : [description]))
}

/** Describes violated rules for one step: the parts of a hold, and the bucket after a renewal. */
export const brokenStep = (before: LedgerState, after: LedgerState, now: Date): string[] => {
  const earlierJobs = new Set(before.jobs.map(({ job_id }) => job_id))
  const holds = after.jobs.flatMap(({ job_id, charge }) =>
    earlierJobs.has(job_id) || !charge || !('parts' in charge) ? [] : [charge],
  )
  const { balance } = after
  if (!balance || !before.balance) return []
  const at = now.toISOString()
  const passedOver = holds.flatMap(({ parts }) => {
    const last = BUCKETS.findLastIndex((bucket) => (parts[bucket] ?? 0) > 0)
    const skippedBuckets = BUCKETS.slice(0, last).filter(
      (bucket) => balance[bucket] > 0 && !(bucket === 'grace' && balance.grace_ends_at <= at),
    )
    const isLate = (parts.grace ?? 0) > 0 && balance.grace_ends_at <= at
    return [
      ...skippedBuckets.map((bucket) => `I4 ${bucket} was passed over`),
      ...(isLate ? ['I9 lapsed grace was spent'] : []),
    ]
  })
  const isRenewed = balance.epoch > before.balance.epoch && balance.cycle_start !== before.balance.cycle_start
  const newlyClawed = balance.clawed - before.balance.clawed
  const isWrongRenewal =
    isRenewed &&
    ((balance.plan === 'pro' && balance.subscription !== 1000 - newlyClawed) ||
      (balance.plan === 'agency' && balance.subscription > Math.max(8000, before.balance.subscription)))
  return [...passedOver, ...(isWrongRenewal ? [`I7 ${balance.plan} was renewed to ${balance.subscription}`] : [])]
}
