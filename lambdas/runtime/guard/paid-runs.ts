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
import { entitlementTable, standings, UPGRADE_PATH } from '@signet/ledger'
import { PAID_RUNS_PER_DAY } from '../contract/paid-run.ts'

interface PaidRunDeps {
  readonly tierOf: (org: string) => Promise<'free' | (string & {})>
  readonly quotas: Pick<Quotas, 'reserve'>
  readonly now: Clock
  readonly newId: NewId
}

type PaidRunRefusal = Refusal<'plan_required' | 'quota_exceeded'>

/** Longer than a request can take. */
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
    "Direct calls to the runtime require a paid plan; on the free plan, use the platform's API",
    {
      extras: { upgrade: UPGRADE_PATH },
    },
  )

/**
 * Runs work that costs a credit on the platform, at the runtime's own address. Requires a paid plan and enforces a
 * daily quota. Refused and failed work is not counted. The platform has already charged for its own calls.
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
 * The guard of paid work (runtime.md 12, ruling 30), over the tables of a function, whose access has PAID_RUN_ROWS.
 * While the tier cannot be read, the last known one applies, then the free one.
 */
export const paidRunGuardOf = (deps: PaidRunsDeps) => {
  const entitlements = entitlementTable(deps)
  const lookUp = async (org: string) => ({ entitlement: await entitlements.read(org), createdAt: undefined })
  const standingOf = standings({ ...deps, lookUp })
  const tierOf = async (org: string) => (await standingOf(org)).tier
  return paidRunGuard({ ...deps, tierOf, quotas: quotas(deps, UPGRADE_PATH) })
}

export type PaidRunGuard = ReturnType<typeof paidRunGuardOf>
