import { scopesOf } from '@signet/identity'
import {
  type Caller,
  type Clock,
  type Log,
  type NewId,
  type Quota,
  type Quotas,
  quotas,
  Refusal,
  refusal,
  type TableDeps,
} from '@signet/kernel'
import { entitlementTable, tierStatuses, UPGRADE_PATH } from '@signet/ledger'
import { PAID_RUNS_PER_DAY } from '../contract/paid-run.ts'

interface PaidRunDeps {
  readonly tierOf: (org: string) => Promise<'free' | (string & {})>
  readonly quotas: Pick<Quotas, 'reserve'>
  readonly now: Clock
  readonly newId: NewId
}

type PaidRunRefusal = Refusal<'plan_required' | 'quota_exceeded'>

/** The reservation is released after this time if the function crashes. Longer than the longest request. */
const HOLD_SECONDS = 60

const DAY_MS = 86_400_000

const dailyQuota = (org: string, now: Date): Quota<'runtime_runs'> => {
  const period = now.toISOString().slice(0, 10)
  const endsAt = new Date(Date.parse(period) + DAY_MS)
  return { subject: org, meter: 'runtime_runs', period, endsAt, limit: PAID_RUNS_PER_DAY }
}

const freePlan = (): Refusal<'plan_required'> =>
  refusal(
    'plan_required',
    "Direct requests to the runtime require a paid plan; on the Free plan, use the platform's API",
    {
      extras: { upgrade: UPGRADE_PATH },
    },
  )

/**
 * Returns a guard for work that would cost a credit on the platform. The guard requires a paid plan and counts the work
 * against the daily quota. Refused and failed work is not counted. Sibling services pass, because the platform has
 * already charged for the work.
 */
export const paidRunGuard =
  ({ tierOf, quotas, now, newId }: PaidRunDeps) =>
  async <Result>(caller: Caller, work: () => Promise<Result>): Promise<Result | PaidRunRefusal> => {
    if (caller.kind === 'service') return work()
    const org = scopesOf(caller).entitlementScope
    if ((await tierOf(org)) === 'free') return freePlan()
    const reservation = await quotas.reserve(dailyQuota(org, now()), newId(), { holdSeconds: HOLD_SECONDS })
    if (reservation instanceof Refusal) return reservation
    try {
      const result = await work()
      await (result instanceof Refusal ? reservation.release() : reservation.keep())
      return result
    } catch (error) {
      await reservation.release()
      throw error
    }
  }

interface PaidRunsDeps extends TableDeps {
  readonly now: Clock
  readonly newId: NewId
  readonly log: Pick<Log, 'warn'>
}

/**
 * Builds the guard from the tables of a function, whose access includes PAID_RUN_ROWS. While the plan cannot be read,
 * the last known plan applies, or the free plan if none is known.
 */
export const paidRunGuardOf = (deps: PaidRunsDeps) => {
  const entitlements = entitlementTable(deps)
  // The creation time determines only the cycle, which is not used.
  const lookUp = async (org: string) => ({ entitlement: await entitlements.read(org), createdAt: undefined })
  const tierStatusOf = tierStatuses({ ...deps, lookUp })
  const tierOf = async (org: string) => (await tierStatusOf(org)).tier
  return paidRunGuard({ ...deps, tierOf, quotas: quotas(deps, UPGRADE_PATH) })
}

export type PaidRunGuard = ReturnType<typeof paidRunGuardOf>
