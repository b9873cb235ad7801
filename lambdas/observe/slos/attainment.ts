import { bucketOf, durationOf, RELATIVE_ERROR } from '@signet/telemetry'
import type { SloAttainment } from '../contract/slos.ts'
import type { CountTable } from '../counters/count-table.ts'
import {
  burnRateOf,
  HOUR_SLOTS,
  isoOf,
  type Outcome,
  outcomeOf,
  pointsOf,
  SLOT_US,
  type Span,
  slotOf,
  usOf,
  withinSpan,
} from '../counters/units.ts'
import type { SloRow } from '../rules/rule-table.ts'

const sumOutcomes = (all: readonly Outcome[]): Outcome => ({
  total: all.reduce((sum, { total }) => sum + total, 0),
  bad: all.reduce((sum, { bad }) => sum + bad, 0),
})

/** Returns the effective threshold in milliseconds: the upper end of the threshold's bucket. */
export const countedThreshold = (thresholdMs: number): number => {
  const bucket = bucketOf(thresholdMs)
  // `durationOf` returns the upper end of a bucket less the relative error.
  return bucket === undefined ? 0 : durationOf(bucket) / (1 - RELATIVE_ERROR)
}

export const attainmentOf = ({ total, bad }: Outcome): number | null => (total === 0 ? null : 1 - bad / total)

export const budgetOf = ({ total, bad }: Outcome, objective: number) => {
  const budget = total * (1 - objective)
  return { budget, budget_left: budget - bad, budget_left_share: total === 0 ? null : 1 - bad / budget }
}

export interface AttainedDeps {
  readonly counters: Pick<CountTable, 'units'>
}

export interface AttainmentScope {
  readonly tenant: string
  readonly now: Date
  readonly retentionHours: number
  /** Microseconds since 1970. Earlier traces are ignored. */
  readonly floor: number
}

const BURN_HOURS = { '1h': 1, '6h': 6, '3d': 72 } as const

const stepOf = (hours: number): number => {
  if (hours > 168) return 24 * HOUR_SLOTS
  return (hours > 24 ? 6 : 1) * HOUR_SLOTS
}

/**
 * Computes the attainment of an objective over its window, limited by the retention of the plan. The window consists of
 * whole five-minute slots and the current one. Each budget of the series is the remainder of the whole window's budget
 * at the end of the point.
 */
export const attainedOf =
  ({ counters }: AttainedDeps) =>
  async (slo: SloRow, { tenant, now, retentionHours, floor }: AttainmentScope): Promise<SloAttainment> => {
    const { indicator, objective, worker } = slo
    const end = slotOf(usOf(now.getTime())) + 1
    const first = Math.ceil(floor / SLOT_US)
    const spanOf = (hours: number) => ({ from: Math.max(end - hours * HOUR_SLOTS, first), to: end })
    /** Returns outcomes per span. The spans are read together and must not overlap. */
    const over = async (spans: readonly Span[]) => {
      const units = await counters.units({ tenant, worker }, spans)
      return spans.map((span) => sumOutcomes(withinSpan(units, span).map(({ counts }) => outcomeOf(indicator, counts))))
    }
    const hours = Math.min(slo.window_days * 24, retentionHours)
    const points = pointsOf(spanOf(hours), stepOf(hours))
    const [outcomes, lookedBack] = await Promise.all([
      over(points),
      Promise.all(Object.values(BURN_HOURS).map((each) => over([spanOf(Math.min(each, retentionHours))]))),
    ])
    const burns = lookedBack.flat()
    const totals = sumOutcomes(outcomes)
    const { budget } = budgetOf(totals, objective)
    let badSoFar = 0
    const series = outcomes.map(({ total, bad }, i) => {
      badSoFar += bad
      const budget_left_share = totals.total === 0 ? null : 1 - badSoFar / budget
      const at = isoOf((points[i]?.from ?? 0) * SLOT_US)
      return { at, total, bad, attainment: attainmentOf({ total, bad }), budget_left_share }
    })
    const burn_rates = (Object.keys(BURN_HOURS) as (keyof typeof BURN_HOURS)[]).map((window, i) => ({
      window,
      hours: Math.min(BURN_HOURS[window], retentionHours),
      burn_rate: burns[i] ? burnRateOf(burns[i], objective) : null,
    }))
    return {
      ...totals,
      attainment: attainmentOf(totals),
      hours,
      is_clipped: retentionHours < slo.window_days * 24,
      threshold_counted_ms: indicator.kind === 'latency' ? countedThreshold(indicator.threshold_ms) : null,
      ...budgetOf(totals, objective),
      burn_rates,
      series,
    }
  }
