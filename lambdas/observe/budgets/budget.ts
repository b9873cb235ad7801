import { bucketOf, durationOf, RELATIVE_ERROR } from '@signet/telemetry'
import type { Indicator } from '../contract/slos.ts'
import type { Counts } from '../counters/counts.ts'

/** How many traces there were, and how many were not good. */
export interface Outcome {
  readonly total: number
  readonly bad: number
}

export const sumOutcomes = (all: readonly Outcome[]): Outcome => ({
  total: all.reduce((sum, { total }) => sum + total, 0),
  bad: all.reduce((sum, { bad }) => sum + bad, 0),
})

/** Durations are kept by buckets: whatever is in that of the threshold counts as good. In milliseconds. */
export const countedThreshold = (thresholdMs: number): number => {
  const bucket = bucketOf(thresholdMs)
  // What stands for a bucket is its upper end less the relative error.
  return bucket === undefined ? 0 : durationOf(bucket) / (1 - RELATIVE_ERROR)
}

const slowOnes = ({ sketch }: Counts, thresholdMs: number): number => {
  const last = bucketOf(thresholdMs) ?? Number.NEGATIVE_INFINITY
  return [...sketch.counts].reduce((sum, [bucket, count]) => (bucket > last ? sum + count : sum), 0)
}

/** What counts come to by an indicator. */
export const outcomeOf = (indicator: Indicator, counts: Counts): Outcome => ({
  total: counts.n,
  bad: indicator.kind === 'availability' ? counts.err : slowOnes(counts, indicator.threshold_ms),
})

/** The share of good ones; null without any. */
export const attainmentOf = ({ total, bad }: Outcome): number | null => (total === 0 ? null : 1 - bad / total)

/** How much of a budget is there, and left. */
export const budgetOf = ({ total, bad }: Outcome, objective: number) => {
  const budget = total * (1 - objective)
  return { budget, budget_left: budget - bad, budget_left_share: total === 0 ? null : 1 - bad / budget }
}

/** How fast a budget burns: at 1 it is spent exactly when its window is over. Null without traces. */
export const burnRateOf = ({ total, bad }: Outcome, objective: number): number | null =>
  total === 0 ? null : bad / total / (1 - objective)
