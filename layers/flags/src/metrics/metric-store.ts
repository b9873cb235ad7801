import { Counters, type FlagCounters } from './counters.ts'
import { emptyUse, type FlagMetrics, type FlagUse, latencyPercentiles, useOfCounters, useSince } from './flag-use.ts'

export interface MetricDeltas {
  /** Identifies the batch, so that a repeated batch is counted once. */
  readonly id: string
  readonly flags: readonly FlagUse[]
}

/** The counters of all flags of a process, bounded by the number of flags and of their variants. */
export interface MetricStore {
  readonly counters: Counters
  readonly countersOf: (key: string) => FlagCounters
  readonly metrics: (key: string) => FlagMetrics
  readonly canaryCounts: (key: string) => FlagUse['canary']
  /**
   * Returns the counts since the last call; undefined without counts. After a failed write, call `restore`: the next call
   * then returns the same counts again.
   */
  readonly takeDeltas: () => MetricDeltas | undefined
  readonly restore: (deltas: MetricDeltas) => void
}

const hasAny = ({ evaluations, errors }: FlagUse): boolean => evaluations > 0 || Object.keys(errors).length > 0

/** @param mean one evaluation in this many is timed on average; default 128 */
export const metricStore = (newId: () => string, mean?: number): MetricStore => {
  const counters = new Counters(mean)
  const flags = new Map<string, FlagCounters>()
  const lastTotals = new Map<string, FlagUse>()
  const restored: MetricDeltas[] = []

  const takeFresh = (): FlagUse[] =>
    [...flags].flatMap(([key, flagCounters]) => {
      const totals = useOfCounters(key, flagCounters, counters)
      const delta = useSince(totals, lastTotals.get(key) ?? emptyUse(key))
      lastTotals.set(key, totals)
      return hasAny(delta) ? [delta] : []
    })

  return {
    counters,
    countersOf: (key) => {
      const flagCounters = flags.get(key) ?? counters.ofFlag()
      flags.set(key, flagCounters)
      return flagCounters
    },
    metrics: (key) => {
      const flagCounters = flags.get(key)
      const { evaluations, variants, errors, latencies } = flagCounters
        ? useOfCounters(key, flagCounters, counters)
        : emptyUse(key)
      return { evaluations, variants, errors, ...latencyPercentiles(latencies) }
    },
    canaryCounts: (key) => {
      const flagCounters = flags.get(key)
      return { evaluations: flagCounters?.canaryEvaluations ?? 0, errors: flagCounters?.canaryErrors ?? 0 }
    },
    takeDeltas: () => {
      // A restored batch is sent again unchanged and with its ID, because the write may have succeeded.
      const restoredBatch = restored.shift()
      if (restoredBatch) return restoredBatch
      const flags = takeFresh()
      return flags.length === 0 ? undefined : { id: newId(), flags }
    },
    restore: (deltas) => {
      restored.push(deltas)
    },
  }
}
