import { bucketOf, durationOf } from './buckets.ts'

/** Durations as counts by bucket. Counts can be fractions, because a sampled duration counts as several. */
export interface Sketch {
  /** Count of durations that are zero or less. */
  readonly zero: number
  readonly counts: ReadonlyMap<number, number>
}

export const newSketch = (): Sketch => ({ zero: 0, counts: new Map() })

export const addTo = ({ zero, counts }: Sketch, ms: number, { weight } = { weight: 1 }): Sketch => {
  const bucket = bucketOf(ms)
  if (bucket === undefined) return { zero: zero + weight, counts }
  return { zero, counts: new Map(counts).set(bucket, (counts.get(bucket) ?? 0) + weight) }
}

/** Merges sketches. The order does not matter. */
export const mergeSketches = (sketches: Iterable<Sketch>): Sketch => {
  let zero = 0
  const counts = new Map<number, number>()
  for (const sketch of sketches) {
    zero += sketch.zero
    for (const [bucket, count] of sketch.counts) counts.set(bucket, (counts.get(bucket) ?? 0) + count)
  }
  return { zero, counts }
}

/**
 * Returns the duration in milliseconds of the given quantile, `0 <= share <= 1`; undefined without durations. The result
 * is within RELATIVE_ERROR of the exact value of rank `share * (n - 1)`.
 */
export const quantileOf = ({ zero, counts }: Sketch, share: number): number | undefined => {
  const buckets = [...counts].sort(([one], [other]) => one - other)
  const total = buckets.reduce((sum, [, count]) => sum + count, zero)
  if (total === 0) return undefined
  const rank = share * (total - 1)
  let cumulativeCount = zero
  if (cumulativeCount > rank) return 0
  for (const [bucket, count] of buckets) {
    cumulativeCount += count
    if (cumulativeCount > rank) return durationOf(bucket)
  }
  const [last = 0] = buckets.at(-1) ?? []
  return buckets.length === 0 ? 0 : durationOf(last)
}
