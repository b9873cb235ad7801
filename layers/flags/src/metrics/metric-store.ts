import { Counters, type FlagCounters } from './counters.ts'
import { emptyUse, type FlagMetrics, type FlagUse, latencyPercentiles, useOfCounters, useSince } from './flag-use.ts'

export interface MetricDeltas {
  /** Identifies a batch, so that a repeated one is recognized. */
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
   * Returns the counts since the last call; undefined without counts. After a failed write call `restore`; the next
   * call then returns the same counts again.
   */
  readonly takeDeltas: () => MetricDeltas | undefined
  readonly restore: (deltas: MetricDeltas) => void
}

const hasAny = ({ evaluations, errors }: FlagUse): boolean => evaluations > 0 || Object.keys(errors).length > 0

/** @param mean one evaluation in this many is timed; default 128. */
export const metricStore = (newId: () => string, mean?: number): MetricStore => {
  const counters = new Counters(mean)
  const flags = new Map<string, FlagCounters>()
  const lastTotals = new Map<string, FlagUse>()
  const returned: MetricDeltas[] = []

  const take = (): FlagUse[] =>
    [...flags].flatMap(([key, counted]) => {
      const now = useOfCounters(key, counted, counters)
      const fresh = useSince(now, lastTotals.get(key) ?? emptyUse(key))
      lastTotals.set(key, now)
      return hasAny(fresh) ? [fresh] : []
    })

  return {
    counters,
    countersOf: (key) => {
      const counted = flags.get(key) ?? counters.ofFlag()
      flags.set(key, counted)
      return counted
    },
    metrics: (key) => {
      const counted = flags.get(key)
      const { evaluations, variants, errors, latencies } = counted
        ? useOfCounters(key, counted, counters)
        : emptyUse(key)
      return { evaluations, variants, errors, ...latencyPercentiles(latencies) }
    },
    canaryCounts: (key) => {
      const counted = flags.get(key)
      return { evaluations: counted?.canaryEvaluations ?? 0, errors: counted?.canaryErrors ?? 0 }
    },
    takeDeltas: () => {
      // A restored batch is sent again unchanged and under its id, because only the response may have been lost.
      const again = returned.shift()
      if (again) return again
      const fresh = take()
      return fresh.length === 0 ? undefined : { id: newId(), flags: fresh }
    },
    restore: (deltas) => {
      returned.push(deltas)
    },
  }
}
