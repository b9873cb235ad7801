import { type FlagMetrics, type FlagUse, latencyPercentiles, noUse, useOfTally, useSince } from './flag-use.ts'
import { type Tally, tally } from './tally.ts'

/** What is to be stored and added up. */
export interface MetricDeltas {
  /** Tells a batch that is sent twice. */
  readonly id: string
  readonly flags: readonly FlagUse[]
}

/** The counters of all flags of a process: bounded by the number of flags and of their variants. */
export interface MetricStore {
  readonly tallyOf: (key: string) => Tally
  readonly metrics: (key: string) => FlagMetrics
  /** What the share of a canary gave, since the process began. */
  readonly canaryCounts: (key: string) => FlagUse['canary']
  /**
   * What came since the last time; undefined when nothing did. Whoever could not store it hands it back with `restore`, and
   * it comes again with the next.
   */
  readonly takeDeltas: () => MetricDeltas | undefined
  readonly restore: (deltas: MetricDeltas) => void
}

const hasAny = ({ evaluations, errors }: FlagUse): boolean => evaluations > 0 || Object.keys(errors).length > 0

export const metricStore = (newId: () => string): MetricStore => {
  const tallies = new Map<string, Tally>()
  /** What has been taken and not handed back. */
  const taken = new Map<string, FlagUse>()
  const returned: MetricDeltas[] = []

  const take = (): FlagUse[] =>
    [...tallies].flatMap(([key, counted]) => {
      const now = useOfTally(key, counted)
      const fresh = useSince(now, taken.get(key) ?? noUse(key))
      taken.set(key, now)
      return hasAny(fresh) ? [fresh] : []
    })

  return {
    tallyOf: (key) => {
      const known = tallies.get(key) ?? tally()
      tallies.set(key, known)
      return known
    },
    metrics: (key) => {
      const counted = tallies.get(key)
      const { evaluations, variants, errors, latencies } = counted ? useOfTally(key, counted) : noUse(key)
      return { evaluations, variants, errors, ...latencyPercentiles(latencies) }
    },
    canaryCounts: (key) => {
      const counted = tallies.get(key)
      return { evaluations: counted?.canaryCalls ?? 0, errors: counted?.canaryErrors ?? 0 }
    },
    takeDeltas: () => {
      // One that came back goes again as it was, under its id: perhaps it arrived and only the answer was lost.
      const again = returned.shift()
      if (again) return again
      const flags = take()
      return flags.length === 0 ? undefined : { id: newId(), flags }
    },
    restore: (deltas) => {
      returned.push(deltas)
    },
  }
}
