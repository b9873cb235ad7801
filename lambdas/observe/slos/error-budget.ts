import { bucketOf, durationOf, RELATIVE_ERROR } from '@signet/telemetry'
import type { Outcome } from '../counters/units.ts'

export const sumOutcomes = (all: readonly Outcome[]): Outcome => ({
  total: all.reduce((sum, { total }) => sum + total, 0),
  bad: all.reduce((sum, { bad }) => sum + bad, 0),
})

/** Returns the threshold that is counted, in milliseconds: the upper end of the bucket of a threshold. */
export const countedThreshold = (thresholdMs: number): number => {
  const bucket = bucketOf(thresholdMs)
  // A bucket is represented by its upper end less the relative error.
  return bucket === undefined ? 0 : durationOf(bucket) / (1 - RELATIVE_ERROR)
}

/** Returns the share of good traces; null without any. */
export const attainmentOf = ({ total, bad }: Outcome): number | null => (total === 0 ? null : 1 - bad / total)

/** Returns the size of an error budget, and what is left of it. */
export const budgetOf = ({ total, bad }: Outcome, objective: number) => {
  const budget = total * (1 - objective)
  return { budget, budget_left: budget - bad, budget_left_share: total === 0 ? null : 1 - bad / budget }
}
