import type { Counters, FlagCounters } from './counters.ts'
import { quantile } from './histogram.ts'

type Counts = Readonly<Record<string, number>>

/** Counts of one flag. Zero counts are omitted. */
export interface FlagUse {
  readonly key: string
  readonly evaluations: number
  /** Evaluations by value: `true`, `false`, or the key of a variant. */
  readonly variants: Counts
  readonly errors: Counts
  /** Counts by bucket of the histogram, of one evaluation in 128. */
  readonly latencies: Counts
  /** Evaluations that the percentage of a canary decided, and errors reported for them. Zeros are included. */
  readonly canary: { readonly evaluations: number; readonly errors: number }
}

/** Latency percentiles of the sampled evaluations, in milliseconds, accurate to 1.5 percent; null without samples. */
export interface LatencyPercentiles {
  readonly p50LatencyMs: number | null
  readonly p99LatencyMs: number | null
}

/** The counted evaluations of a flag (spec supporting-services 2.3). */
export interface FlagMetrics extends LatencyPercentiles {
  readonly evaluations: number
  readonly variants: Counts
  readonly errors: Counts
}

/** Returns percentiles of the counts by histogram bucket, which may be the sum of several processes. */
export const latencyPercentiles = (latencies: Counts): LatencyPercentiles => {
  const entries = Object.entries(latencies).map(([bucket, count]) => [Number(bucket), count] as const)
  const milliseconds = (share: number): number | null => {
    const nanoseconds = quantile(entries, share)
    return nanoseconds === undefined ? null : nanoseconds / 1e6
  }
  return { p50LatencyMs: milliseconds(0.5), p99LatencyMs: milliseconds(0.99) }
}

const combineCounts = (a: Counts, b: Counts, sign: 1 | -1): Counts => {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  const countOf = (counts: Counts, name: string): number => (Object.hasOwn(counts, name) ? (counts[name] ?? 0) : 0)
  const sums = [...names].map((name) => [name, countOf(a, name) + sign * countOf(b, name)] as const)
  return Object.fromEntries(sums.filter(([, count]) => count !== 0))
}

const combineUse = (a: FlagUse, b: FlagUse, sign: 1 | -1): FlagUse => ({
  key: a.key,
  evaluations: a.evaluations + sign * b.evaluations,
  variants: combineCounts(a.variants, b.variants, sign),
  errors: combineCounts(a.errors, b.errors, sign),
  latencies: combineCounts(a.latencies, b.latencies, sign),
  canary: {
    evaluations: a.canary.evaluations + sign * b.canary.evaluations,
    errors: a.canary.errors + sign * b.canary.errors,
  },
})

export const mergeUse = (a: FlagUse, b: FlagUse): FlagUse => combineUse(a, b, 1)

export const useSince = (now: FlagUse, before: FlagUse): FlagUse => combineUse(now, before, -1)

export const emptyUse = (key: string): FlagUse => ({
  key,
  evaluations: 0,
  variants: {},
  errors: {},
  latencies: {},
  canary: { evaluations: 0, errors: 0 },
})

export const useOfCounters = (key: string, flag: FlagCounters, { counts, errors }: Counters): FlagUse => {
  const countsByName = (values: Float64Array): Counts =>
    Object.fromEntries(
      flag.names.map((name, i) => [name, values[flag.slots[i] ?? 0] ?? 0] as const).filter(([, count]) => count > 0),
    )
  const variants = countsByName(counts)
  const buckets = [...(flag.latencies ?? [])].map((count, bucket) => [`${bucket}`, count] as const)
  return {
    key,
    evaluations: Object.values(variants).reduce((sum, count) => sum + count, 0),
    variants,
    errors: countsByName(errors),
    latencies: Object.fromEntries(buckets.filter(([, count]) => count > 0)),
    canary: { evaluations: flag.canaryEvaluations, errors: flag.canaryErrors },
  }
}
