import type { Clock } from '../clock.ts'
import type { NewId } from '../ids.ts'
import { emfMetrics, type Metrics } from '../metrics.ts'
import type { TableDeps } from '../table/transact.ts'
import { type Ceilings, ceilingOf, ceilingsIn, type SpendCategory } from './ceilings.ts'
import { dayOf, type SpendRefusal, spendCeiling } from './spend-refusal.ts'
import { type SpendTable, spendTable } from './spend-table.ts'

/** How long an environment believes what it has read: a raised ceiling counts everywhere after that time. */
const KEPT_MS = 5_000

/** A refusal is by what was read within this time: near a ceiling reservations are settled all the time. */
const FRESH_MS = 1_000

/** An environment that refuses says so in the metric once in this time. */
const TOLD_MS = 60_000

/** Percent of a ceiling between two values of the metric. Alarms look at 50 and 90. */
const STEP = 5

export interface SpendReservation {
  /**
   * The call has cost so much: 0 if it was certainly not charged. Without a settlement the reserved amount stays counted.
   */
  settle(actual: number): Promise<void>
}

/** Amounts that were begun earlier and are given back, once for each id. */
export interface ReturnedSpend {
  readonly thing: SpendCategory
  readonly amount: number
  /** When they were reserved. Of an earlier day nothing is left to give back. */
  readonly since: string
  readonly id: string
}

/**
 * What a stage may use in a day of UTC of each thing that costs by use. Amounts are whole numbers in counted amounts:
 * millionths of a dollar, tokens, messages, bytes.
 */
export interface SpendGuard {
  /**
   * Reserves before a call, in one conditional write: reservations of any number of concurrent calls never exceed the
   * ceiling. Each run of a worker that comes to its call reserves anew, because each call is charged. A worker that dies
   * between the call and its settlement leaves its reservation counted: the call may have been charged. So an amount must
   * be the most that the call can cost.
   */
  reserve(thing: SpendCategory, amount: number): Promise<SpendReservation | SpendRefusal>
  /** Why so much cannot be had now; undefined if it can. Reads at most every few seconds and writes nothing. */
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
    // A negative age: the clock was set back since.
    return reading.day === dayOf(at) && ageMs >= 0 && ageMs < forMs ? reading : undefined
  }
  const read = async (thing: SpendCategory): Promise<SpendState> => {
    const [used, operators] = await Promise.all([rows.used(thing), rows.ceiling(thing)])
    return remember(thing, { used, ceiling: operators ?? ceilingOf(thing, configured) })
  }
  return {
    /** What is believed; where it leaves no room for the amount, what is believed of the last second. */
    async of(thing: SpendCategory, amount: number): Promise<SpendState> {
      const reading = believed(thing, KEPT_MS)
      if (reading && reading.used + amount <= reading.ceiling) return reading
      return believed(thing, FRESH_MS) ?? (await read(thing))
    },
    /** A newer sum, as a write has told it; it is believed no longer than the ceiling beside it. */
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

/** The guard over the one table. Make it once for each function instance. @throws Error for a wrong configuration. */
export const spendGuard = (deps: SpendGuardDeps): SpendGuard => {
  const { now, newId, env } = deps
  const metrics = deps.shares ?? emfMetrics({ namespace: 'Signet', dimensions: { stage: env.STAGE } })
  const rows = spendTable(deps)
  const { of, note, less } = readings(rows, ceilingsIn(env.DAILY_CEILINGS), now)

  const toldUntil = new Map<SpendCategory, number>()
  /** The refusal of a thing that is used up: its share counts as 100, even if too little is left for this call alone. */
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
    const taken = { thing, day: dayOf(now()), id: newId() }
    const { isTaken, used } = await rows.take(thing, amount, ceiling)
    note(thing, used)
    if (!isTaken) return shut(thing)
    const step = (sum: number): number => Math.floor(percent(sum, ceiling) / STEP)
    if (used === amount || step(used) !== step(used - amount)) recordShare(metrics, thing, percent(used, ceiling))
    return {
      async settle(actual) {
        const difference = Math.ceil(actual) - amount
        if (await rows.correct(taken, difference)) less(thing, difference)
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
