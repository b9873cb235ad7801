import type { Clock } from '../clock.ts'
import type { NewId } from '../ids.ts'
import { emfMetrics, type Metrics } from '../metrics.ts'
import type { TableDeps } from '../table/transact.ts'
import { type Ceilings, ceilingOf, ceilingsIn, type SpendCategory } from './ceilings.ts'
import { dayOf, type SpendRefusal, spendCeiling } from './spend-refusal.ts'
import { type SpendTable, spendTable } from './spend-table.ts'

/**
 * Milliseconds for which an environment caches what it has read. A raised ceiling is effective everywhere after that
 * time.
 */
const KEPT_MS = 5_000

/** Milliseconds. A refusal needs a state that is not older: near a ceiling, reservations are settled all the time. */
const FRESH_MS = 1_000

/** Milliseconds. An environment that refuses writes the metric once within this time. */
const TOLD_MS = 60_000

/** Percent of a ceiling between two values of the metric. Alarms trigger at 50 and 90. */
const STEP = 5

export interface SpendReservation {
  /**
   * Corrects the reserved amount to the actual cost: 0 if the call was certainly not charged. Without a settlement the
   * reserved amount remains counted.
   */
  settle(actual: number): Promise<void>
}

/** Amounts that were reserved earlier and are returned, once for each id. */
export interface ReturnedSpend {
  readonly thing: SpendCategory
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
  reserve(thing: SpendCategory, amount: number): Promise<SpendReservation | SpendRefusal>
  /**
   * Returns the reason why the amount is not available now; undefined if it is. Reads at most every few seconds and
   * writes nothing.
   */
  check(thing: SpendCategory, amount?: number): Promise<SpendRefusal | undefined>
  giveBack(back: ReturnedSpend): Promise<void>
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
  readonly shares?: Metrics
}

const percent = (used: number, ceiling: number): number =>
  ceiling === 0 ? 100 : Math.round((used * 10_000) / ceiling) / 100

const recordShare = (metrics: Metrics, thing: SpendCategory, share: number): void => {
  metrics.record('SpendShare', share, 'Percent', { thing })
  metrics.record('SpendShare', share, 'Percent')
}

const readings = (rows: SpendTable, configured: Ceilings, now: Clock) => {
  const remembered = new Map<SpendCategory, CachedSpend>()
  const remember = (thing: SpendCategory, reading: SpendState): SpendState => {
    const at = now()
    remembered.set(thing, { ...reading, day: dayOf(at), readAt: at.getTime() })
    return reading
  }
  const believed = (thing: SpendCategory, forMs: number): SpendState | undefined => {
    const reading = remembered.get(thing)
    if (!reading) return undefined
    const at = now()
    const ageMs = at.getTime() - reading.readAt
    // A negative age: the clock was set back in the meantime.
    return reading.day === dayOf(at) && ageMs >= 0 && ageMs < forMs ? reading : undefined
  }
  const read = async (thing: SpendCategory): Promise<SpendState> => {
    const [used, operators] = await Promise.all([rows.used(thing), rows.ceiling(thing)])
    return remember(thing, { used, ceiling: operators ?? ceilingOf(thing, configured) })
  }
  return {
    /**
     * Returns the cached state. If it leaves too little for the amount, returns a state that is at most a second old.
     */
    async of(thing: SpendCategory, amount: number): Promise<SpendState> {
      const reading = believed(thing, KEPT_MS)
      if (reading && reading.used + amount <= reading.ceiling) return reading
      return believed(thing, FRESH_MS) ?? (await read(thing))
    },
    /** Stores a newer sum from a write. It is valid no longer than the ceiling that was read before. */
    note(thing: SpendCategory, used: number): void {
      const reading = remembered.get(thing)
      if (reading) remembered.set(thing, { ...reading, used })
    },
    less(thing: SpendCategory, difference: number): void {
      const reading = remembered.get(thing)
      if (reading) remembered.set(thing, { ...reading, used: Math.max(0, reading.used + difference) })
    },
  }
}

/** Creates the guard over the one table, once for each function instance. @throws Error for an invalid configuration */
export const spendGuard = (deps: SpendGuardDeps): SpendGuard => {
  const { now, newId, env } = deps
  const metrics = deps.shares ?? emfMetrics({ namespace: 'Signet', dimensions: { stage: env.STAGE } })
  const rows = spendTable(deps)
  const { of, note, less } = readings(rows, ceilingsIn(env.DAILY_CEILINGS), now)

  const toldUntil = new Map<SpendCategory, number>()
  /**
   * Returns the refusal of a category that is used up. Its share counts as 100, even if too little is left only for
   * this call.
   */
  const shut = (thing: SpendCategory): SpendRefusal => {
    const at = now()
    if ((toldUntil.get(thing) ?? 0) <= at.getTime()) {
      toldUntil.set(thing, at.getTime() + TOLD_MS)
      recordShare(metrics, thing, 100)
    }
    return spendCeiling(thing, at)
  }

  const refusalBy = ({ used, ceiling }: SpendState, thing: SpendCategory, amount: number): SpendRefusal | undefined =>
    used + amount > ceiling ? shut(thing) : undefined

  const check: SpendGuard['check'] = async (thing, amount = 1) => refusalBy(await of(thing, amount), thing, amount)

  const reserve: SpendGuard['reserve'] = async (thing, amount) => {
    const { used: before, ceiling } = await of(thing, amount)
    const refused = refusalBy({ used: before, ceiling }, thing, amount)
    if (refused) return refused
    const entry = { thing, day: dayOf(now()), id: newId() }
    const { isTaken, used } = await rows.take(thing, amount, ceiling)
    note(thing, used)
    if (!isTaken) return shut(thing)
    const step = (sum: number): number => Math.floor(percent(sum, ceiling) / STEP)
    if (used === amount || step(used) !== step(used - amount)) recordShare(metrics, thing, percent(used, ceiling))
    return {
      async settle(actual) {
        const difference = Math.ceil(actual) - amount
        if (await rows.correct(entry, difference)) less(thing, difference)
      },
    }
  }

  return {
    reserve,
    check,
    async giveBack({ thing, amount, since, id }) {
      const day = dayOf(new Date(since))
      if (day !== dayOf(now())) return
      if (await rows.correct({ thing, day, id }, -amount)) less(thing, -amount)
    },
  }
}
