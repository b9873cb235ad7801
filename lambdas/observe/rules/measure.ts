import { quantileOf } from '@signet/telemetry'
import { burnRateOf, outcomeOf } from '../budgets/budget.ts'
import type { DayTable } from '../caps/day-table.ts'
import { dayOf } from '../caps/day-table.ts'
import type { Condition } from '../contract/rules.ts'
import type { SloChange } from '../contract/slos.ts'
import type { CountTable } from '../counters/count-table.ts'
import { type Counts, mergeCounts } from '../counters/counts.ts'
import { SLOT_US, slotOf, usOf } from '../counters/slots.ts'
import type { Worker } from '../workers/worker-list-table.ts'

/** What was found of a condition. */
export interface Measurement {
  readonly isMet: boolean
  /** A share, milliseconds, minutes or a burn rate, by kind; null: there is none. */
  readonly value: number | null
  readonly threshold: number
}

export interface MeasureDeps {
  readonly counters: Pick<CountTable, 'units'>
  readonly caps: Pick<DayTable, 'days'>
}

/** A worker at a time. */
export interface Subject {
  readonly tenant: string
  readonly worker: Worker
  readonly at: Date
}

const MINUTE_MS = 60_000
const SLOT_MINUTES = SLOT_US / usOf(MINUTE_MS)
/** Workers that have sent nothing for longer are no longer there. */
const SEEN_DAYS = 32

/** The counts of some whole five minutes, and of those under way. Nothing of before the worker's floor. */
const countsOver = async ({ counters }: MeasureDeps, { tenant, worker, at }: Subject, minutes: number) => {
  const now = slotOf(usOf(at.getTime()))
  const from = Math.max(now - minutes / SLOT_MINUTES, Math.ceil(worker.floor / SLOT_US))
  const units = await counters.units({ tenant, worker: worker.name }, [{ from, to: now + 1 }])
  return mergeCounts(units.map(({ counts }) => counts))
}

const silenceOf = async (
  { caps }: MeasureDeps,
  { tenant, worker, at }: Subject,
  minutes: number,
): Promise<Measurement> => {
  const since = dayOf(new Date(at.getTime() - SEEN_DAYS * 86_400_000))
  const days = await caps.days({ tenant, worker: worker.name }, since)
  const seen = days.at(-1)?.lastSeen ?? worker.firstSeen
  const value = Math.max(0, (at.getTime() - Date.parse(seen)) / MINUTE_MS)
  return { isMet: value > minutes, value, threshold: minutes }
}

const overCounts = async (
  deps: MeasureDeps,
  subject: Subject,
  asked: { window_minutes: number; min_count: number },
  { figureOf, threshold }: { figureOf: (counts: Counts) => number | undefined; threshold: number },
): Promise<Measurement> => {
  const counts = await countsOver(deps, subject, asked.window_minutes)
  const value = counts.n === 0 ? null : (figureOf(counts) ?? null)
  return { isMet: value !== null && counts.n >= asked.min_count && value > threshold, value, threshold }
}

type BurnCondition = Extract<Condition, { kind: 'burn' }>

/** Both windows: the long one says that it matters, the short one that it still goes on (SRE workbook, chapter 5). */
const burnOf = async (
  deps: MeasureDeps,
  subject: Subject,
  { factor, long_minutes, short_minutes, min_count }: BurnCondition,
  { indicator, objective }: SloChange,
): Promise<Measurement> => {
  const [long, short] = await Promise.all(
    [long_minutes, short_minutes].map(async (minutes) =>
      outcomeOf(indicator, await countsOver(deps, subject, minutes)),
    ),
  )
  const rates = [long, short].map((outcome) => (outcome ? burnRateOf(outcome, objective) : null))
  const isMet = (long?.total ?? 0) >= min_count && rates.every((rate) => rate !== null && rate > factor)
  return { isMet, value: rates[0] ?? null, threshold: factor }
}

/**
 * What is found of a condition for a worker that has been seen. `slo`: of a burn rate.
 * @throws Error while the table cannot be read: then nothing is known, and nothing may change
 */
export const measure = async (
  deps: MeasureDeps,
  subject: Subject,
  condition: Condition,
  slo?: SloChange,
): Promise<Measurement> => {
  switch (condition.kind) {
    case 'error_rate': {
      const figureOf = ({ n, err }: Counts) => err / n
      return overCounts(deps, subject, condition, { figureOf, threshold: condition.threshold })
    }
    case 'p95': {
      const figureOf = ({ sketch }: Counts) => quantileOf(sketch, 0.95)
      return overCounts(deps, subject, condition, { figureOf, threshold: condition.threshold_ms })
    }
    case 'silence':
      return silenceOf(deps, subject, condition.minutes)
    case 'burn':
      return slo ? burnOf(deps, subject, condition, slo) : { isMet: false, value: null, threshold: condition.factor }
  }
}
