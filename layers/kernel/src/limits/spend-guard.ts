import type { Clock } from '../clock.ts'
import type { NewId } from '../ids.ts'
import { emfMetrics, type Metrics } from '../metrics.ts'
import type { TableDeps } from '../table/transact.ts'
import { type Ceilings, ceilingOf, ceilingsIn, type SpendCategory } from './ceilings.ts'
import { dayOf, type SpendRefusal, spendCeiling } from './spend-refusal.ts'
import { type SpendTable, spendTable } from './spend-table.ts'

/** A function instance caches a read state for this time. A raised ceiling takes effect everywhere after it. */
const CACHE_MS = 5_000

/** Maximum age of the state for a refusal. Near a ceiling, settlements free amounts all the time. */
const MAX_REFUSAL_AGE_MS = 1_000

/** A function instance that refuses writes the metric at most once within this time. */
const METRIC_INTERVAL_MS = 60_000

/** Percent of a ceiling between two values of the metric. Alarms trigger at 50 and 90. */
const METRIC_STEP_PERCENT = 5

export interface SpendReservation {
  /**
   * Corrects the reserved amount to the actual cost: 0 if the call was certainly not charged. Without a settlement the
   * reserved amount remains counted.
   */
  settle(actual: number): Promise<void>
}

/** Amounts that were reserved earlier and are returned, once for each id. */
export interface ReturnedSpend {
  readonly category: SpendCategory
  readonly amount: number
  /** Time of the reservation. Amounts of an earlier day cannot be returned. */
  readonly since: string
  readonly id: string
}

/**
 * Daily ceilings (UTC) of a stage for each spending category. Amounts are whole numbers in counted amounts: millionths
 * of a dollar, tokens, messages, bytes.
 */
export interface SpendGuard {
  /**
   * Reserves an amount before a call, in one conditional write: reservations of any number of concurrent calls never
   * exceed the ceiling. Each run of a worker reserves again before its call, because each call is charged. A worker
   * that crashes between the call and its settlement leaves its reservation counted, because the call may have been
   * charged. So an amount must be the maximum cost of the call.
   */
  reserve(category: SpendCategory, amount: number): Promise<SpendReservation | SpendRefusal>
  /**
   * Returns the reason why the amount is not available now; undefined if it is. Reads at most every few seconds and
   * writes nothing.
   */
  check(category: SpendCategory, amount?: number): Promise<SpendRefusal | undefined>
  /** Returns an amount that was reserved earlier today. */
  giveBack(returned: ReturnedSpend): Promise<void>
}

interface SpendState {
  readonly used: number
  readonly ceiling: number
}

interface CachedSpend extends SpendState {
  readonly day: string
  readonly readAt: number
}

export interface SpendGuardDeps extends Pick<TableDeps, 'db' | 'table' | 'now'> {
  readonly newId: NewId
  readonly env: { readonly DAILY_CEILINGS: string; readonly STAGE: string }
  /** Records the used share of each ceiling; by default as a metric of CloudWatch. */
  readonly shares?: Metrics
}

const percent = (used: number, ceiling: number): number =>
  ceiling === 0 ? 100 : Math.round((used * 10_000) / ceiling) / 100

const recordShare = (metrics: Metrics, category: SpendCategory, share: number): void => {
  metrics.record('SpendShare', share, 'Percent', { category })
  metrics.record('SpendShare', share, 'Percent')
}

/** Caches the spending of each category in a function instance. */
const spendStates = (rows: SpendTable, configured: Ceilings, now: Clock) => {
  const cachedSpend = new Map<SpendCategory, CachedSpend>()
  const cacheSpend = (category: SpendCategory, state: SpendState): SpendState => {
    const at = now()
    cachedSpend.set(category, { ...state, day: dayOf(at), readAt: at.getTime() })
    return state
  }
  const cachedWithin = (category: SpendCategory, maxAgeMs: number): SpendState | undefined => {
    const state = cachedSpend.get(category)
    if (!state) return undefined
    const at = now()
    const ageMs = at.getTime() - state.readAt
    // A negative age: the clock was set back in the meantime.
    return state.day === dayOf(at) && ageMs >= 0 && ageMs < maxAgeMs ? state : undefined
  }
  const read = async (category: SpendCategory): Promise<SpendState> => {
    const [used, operatorCeiling] = await Promise.all([rows.used(category), rows.ceiling(category)])
    return cacheSpend(category, { used, ceiling: operatorCeiling ?? ceilingOf(category, configured) })
  }
  return {
    /**
     * Returns the cached state. If it leaves too little for the amount, returns a state that is at most a second old.
     */
    async stateFor(category: SpendCategory, amount: number): Promise<SpendState> {
      const state = cachedWithin(category, CACHE_MS)
      if (state && state.used + amount <= state.ceiling) return state
      return cachedWithin(category, MAX_REFUSAL_AGE_MS) ?? (await read(category))
    },
    /** Stores a newer sum from a write. It is valid no longer than the ceiling that was read before. */
    noteSum(category: SpendCategory, used: number): void {
      const state = cachedSpend.get(category)
      if (state) cachedSpend.set(category, { ...state, used })
    },
    adjustSum(category: SpendCategory, difference: number): void {
      const state = cachedSpend.get(category)
      if (state) cachedSpend.set(category, { ...state, used: Math.max(0, state.used + difference) })
    },
  }
}

/** Creates the guard over the one table, once for each function instance. @throws Error for an invalid configuration */
export const spendGuard = (deps: SpendGuardDeps): SpendGuard => {
  const { now, newId, env } = deps
  const metrics = deps.shares ?? emfMetrics({ namespace: 'Signet', dimensions: { stage: env.STAGE } })
  const rows = spendTable(deps)
  const { stateFor, noteSum, adjustSum } = spendStates(rows, ceilingsIn(env.DAILY_CEILINGS), now)

  const metricPausedUntil = new Map<SpendCategory, number>()
  /**
   * Returns the refusal of a category that is used up. Its share counts as 100, even if too little is left only for
   * this call.
   */
  const refuseCategory = (category: SpendCategory): SpendRefusal => {
    const at = now()
    if ((metricPausedUntil.get(category) ?? 0) <= at.getTime()) {
      metricPausedUntil.set(category, at.getTime() + METRIC_INTERVAL_MS)
      recordShare(metrics, category, 100)
    }
    return spendCeiling(category, at)
  }

  const refusalBy = (
    { used, ceiling }: SpendState,
    category: SpendCategory,
    amount: number,
  ): SpendRefusal | undefined => (used + amount > ceiling ? refuseCategory(category) : undefined)

  const check: SpendGuard['check'] = async (category, amount = 1) =>
    refusalBy(await stateFor(category, amount), category, amount)

  const reserve: SpendGuard['reserve'] = async (category, amount) => {
    const { used: before, ceiling } = await stateFor(category, amount)
    const refused = refusalBy({ used: before, ceiling }, category, amount)
    if (refused) return refused
    const entry = { category, day: dayOf(now()), id: newId() }
    const { isTaken, used } = await rows.take(category, { amount, ceiling })
    noteSum(category, used)
    if (!isTaken) return refuseCategory(category)
    // Records the first amount of a day, and each amount that reaches another step.
    const step = (sum: number): number => Math.floor(percent(sum, ceiling) / METRIC_STEP_PERCENT)
    if (used === amount || step(used) !== step(used - amount)) recordShare(metrics, category, percent(used, ceiling))
    return {
      async settle(actual) {
        const difference = Math.ceil(actual) - amount
        if (await rows.correct(entry, difference)) adjustSum(category, difference)
      },
    }
  }

  return {
    reserve,
    check,
    async giveBack({ category, amount, since, id }) {
      const day = dayOf(new Date(since))
      if (day !== dayOf(now())) return
      if (await rows.correct({ category, day, id }, -amount)) adjustSum(category, -amount)
    },
  }
}
