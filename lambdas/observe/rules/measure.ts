import { quantileOf } from '@signet/telemetry'
import { type DayTable, dayOf } from '../caps/day-table.ts'
import type { Condition } from '../contract/rules.ts'
import type { SloChange } from '../contract/slos.ts'
import type { CountTable } from '../counters/count-table.ts'
import { burnRateOf, type Counts, mergeCounts, outcomeOf, SLOT_US, slotOf, usOf } from '../counters/units.ts'
import type { Worker } from '../workers/worker-list-table.ts'

export interface Measurement {
  readonly isBreached: boolean
  /** Share, milliseconds, minutes or burn rate, depending on the kind; null without data. */
  readonly value: number | null
  readonly threshold: number
}

export interface MeasureDeps {
  readonly counters: Pick<CountTable, 'units'>
  readonly caps: Pick<DayTable, 'days'>
}

export interface MeasuredWorker {
  readonly tenant: string
  readonly worker: Worker
  readonly at: Date
}

const MINUTE_MS = 60_000
const SLOT_MINUTES = SLOT_US / usOf(MINUTE_MS)
/** Days for which daily counts are stored. Without any, the silence of a worker began at its first request. */
const COUNTED_DAYS = 32

const countsInWindow = async ({ counters }: MeasureDeps, { tenant, worker, at }: MeasuredWorker, minutes: number) => {
  const currentSlot = slotOf(usOf(at.getTime()))
  const from = Math.max(currentSlot - minutes / SLOT_MINUTES, Math.ceil(worker.floor / SLOT_US))
  const units = await counters.units({ tenant, worker: worker.name }, [{ from, to: currentSlot + 1 }])
  return mergeCounts(units.map(({ counts }) => counts))
}

const measureSilence = async (
  { caps }: MeasureDeps,
  { tenant, worker, at }: MeasuredWorker,
  minutes: number,
): Promise<Measurement> => {
  const since = dayOf(new Date(at.getTime() - COUNTED_DAYS * 86_400_000))
  const days = await caps.days({ tenant, worker: worker.name }, since)
  const lastSeen = days.at(-1)?.lastSeen ?? worker.firstSeen
  const value = Math.max(0, (at.getTime() - Date.parse(lastSeen)) / MINUTE_MS)
  return { isBreached: value > minutes, value, threshold: minutes }
}

const measureCounts = async (
  deps: MeasureDeps,
  subject: MeasuredWorker,
  condition: { window_minutes: number; min_count: number },
  { figureOf, threshold }: { figureOf: (counts: Counts) => number | undefined; threshold: number },
): Promise<Measurement> => {
  const counts = await countsInWindow(deps, subject, condition.window_minutes)
  const value = counts.n === 0 ? null : (figureOf(counts) ?? null)
  return { isBreached: value !== null && counts.n >= condition.min_count && value > threshold, value, threshold }
}

type BurnCondition = Extract<Condition, { kind: 'burn' }>

/**
 * Both windows must burn: the long one shows that the burn is significant, the short one that it continues (SRE
 * workbook, chapter 5).
 */
const measureBurn = async (
  deps: MeasureDeps,
  subject: MeasuredWorker,
  { factor, long_minutes, short_minutes, min_count }: BurnCondition,
  { indicator, objective }: SloChange,
): Promise<Measurement> => {
  const [long, short] = await Promise.all(
    [long_minutes, short_minutes].map(async (minutes) =>
      outcomeOf(indicator, await countsInWindow(deps, subject, minutes)),
    ),
  )
  const rates = [long, short].map((outcome) => (outcome ? burnRateOf(outcome, objective) : null))
  const isBreached = (long?.total ?? 0) >= min_count && rates.every((rate) => rate !== null && rate > factor)
  return { isBreached, value: rates[0] ?? null, threshold: factor }
}

/**
 * Measures a condition for a worker. `slo` is the SLO of a burn-rate condition.
 * @throws Error if the table cannot be read. No state may change then.
 */
export const measure = async (
  deps: MeasureDeps,
  subject: MeasuredWorker,
  condition: Condition,
  slo?: SloChange,
): Promise<Measurement> => {
  switch (condition.kind) {
    case 'error_rate': {
      const figureOf = ({ n, err }: Counts) => err / n
      return measureCounts(deps, subject, condition, { figureOf, threshold: condition.threshold })
    }
    case 'p95': {
      const figureOf = ({ sketch }: Counts) => quantileOf(sketch, 0.95)
      return measureCounts(deps, subject, condition, { figureOf, threshold: condition.threshold_ms })
    }
    case 'silence':
      return measureSilence(deps, subject, condition.minutes)
    case 'burn':
      return slo
        ? measureBurn(deps, subject, condition, slo)
        : { isBreached: false, value: null, threshold: condition.factor }
  }
}
