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
  type SlotRange,
  slotOf,
  usOf,
  withinRange,
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

export interface AttainmentDeps {
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

const seriesStepOf = (hours: number): number => {
  if (hours > 168) return 24 * HOUR_SLOTS
  return (hours > 24 ? 6 : 1) * HOUR_SLOTS
}

/**
 * Computes the attainment of an SLO over its window, limited by the retention of the plan. The window consists of whole
 * five-minute slots and the current one. Each budget of the series is the share of the whole window's budget that is left
 * at the end of the point.
 */
export const attainmentReader =
  ({ counters }: AttainmentDeps) =>
  async (slo: SloRow, { tenant, now, retentionHours, floor }: AttainmentScope): Promise<SloAttainment> => {
    const { indicator, objective, worker } = slo
    const endSlot = slotOf(usOf(now.getTime())) + 1
    const floorSlot = Math.ceil(floor / SLOT_US)
    const lastHours = (hours: number) => ({ from: Math.max(endSlot - hours * HOUR_SLOTS, floorSlot), to: endSlot })
    /** Returns the outcome of each range. One query reads all ranges, so they must not overlap. */
    const readOutcomes = async (ranges: readonly SlotRange[]) => {
      const units = await counters.units({ tenant, worker }, ranges)
      return ranges.map((range) =>
        sumOutcomes(withinRange(units, range).map(({ counts }) => outcomeOf(indicator, counts))),
      )
    }
    const hours = Math.min(slo.window_days * 24, retentionHours)
    const points = pointsOf(lastHours(hours), seriesStepOf(hours))
    const [outcomes, burnOutcomes] = await Promise.all([
      readOutcomes(points),
      Promise.all(Object.values(BURN_HOURS).map((each) => readOutcomes([lastHours(Math.min(each, retentionHours))]))),
    ])
    const outcomesByWindow = burnOutcomes.flat()
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
      burn_rate: outcomesByWindow[i] ? burnRateOf(outcomesByWindow[i], objective) : null,
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
