/** Counts by the sender's buckets, with explicit bounds or a scale (opentelemetry-proto, ExponentialHistogram). */
export type SenderBuckets =
  | { readonly bounds: readonly number[]; readonly counts: readonly (readonly [nth: number, count: number])[] }
  | { readonly scale: number; readonly counts: readonly (readonly [nth: number, count: number])[] }

/** A total since the sender started: cumulative temporality of OTLP. Times are nanoseconds since 1970, as strings. */
export interface RunningTotal {
  /** `0` if the start is unknown. */
  readonly start: string
  readonly at: string
  readonly value: number
  /** Number of values; absent for a counter. */
  readonly count?: number
  readonly min?: number
  readonly max?: number
  /** Histograms only: number of values that are zero or less. */
  readonly zero?: number
  readonly buckets?: SenderBuckets
}

export type Difference = Omit<RunningTotal, 'start' | 'at'>

type Counts = SenderBuckets['counts']

/** Returns the counts at a coarser scale. Each decrease of the scale by one merges two neighboring buckets. */
const countsAtScale = (
  { scale, counts }: { readonly scale: number; readonly counts: Counts },
  targetScale: number,
): Counts => {
  const merged = new Map<number, number>()
  for (const [index, count] of counts) {
    const mergedIndex = Math.floor(index / 2 ** (scale - targetScale))
    merged.set(mergedIndex, (merged.get(mergedIndex) ?? 0) + count)
  }
  return [...merged]
}

const hasSameBounds = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((bound, index) => bound === other[index])

const subtractCounts = (current: Counts, previous: Counts): Counts => {
  const remaining = new Map(current)
  for (const [index, count] of previous) remaining.set(index, (remaining.get(index) ?? 0) - count)
  return [...remaining].filter(([, count]) => count !== 0)
}

/** Returns undefined if the bounds differ, which means that the sender has restarted. */
const bucketsSince = (current: SenderBuckets, previous: SenderBuckets): SenderBuckets | undefined => {
  if ('scale' in current && 'scale' in previous) {
    const scale = Math.min(current.scale, previous.scale)
    return { scale, counts: subtractCounts(countsAtScale(current, scale), countsAtScale(previous, scale)) }
  }
  if (!('bounds' in current && 'bounds' in previous && hasSameBounds(current.bounds, previous.bounds))) return undefined
  return { bounds: current.bounds, counts: subtractCounts(current.counts, previous.counts) }
}

/** Returns a changed minimum or maximum, which is that of the new values. Otherwise theirs is unknown. */
const changedExtreme = (name: 'min' | 'max', current: RunningTotal, previous: RunningTotal) =>
  current[name] !== undefined && current[name] !== previous[name] ? { [name]: current[name] } : {}

const isLess = (current: RunningTotal, previous: RunningTotal): boolean =>
  (current.count ?? 0) < (previous.count ?? 0) ||
  (current.zero ?? 0) < (previous.zero ?? 0) ||
  // Sums of histograms decrease if values are negative.
  (current.count === undefined && current.value < previous.value)

/**
 * Returns the difference between two totals with the same start. A smaller total or different bounds mean that the
 * sender has restarted: the whole total is returned. Undefined if the total is not later than the previous one.
 */
export const differenceSince = (current: RunningTotal, previous: RunningTotal): Difference | undefined => {
  if (BigInt(current.at) <= BigInt(previous.at)) return undefined
  const { start: _start, at: _at, ...total } = current
  if (isLess(current, previous)) return total
  if (current.count === undefined) return { value: current.value - previous.value }
  const difference = {
    value: current.value - previous.value,
    count: current.count - (previous.count ?? 0),
    ...changedExtreme('min', current, previous),
    ...changedExtreme('max', current, previous),
  }
  if (current.buckets === undefined || previous.buckets === undefined) return difference
  const buckets = bucketsSince(current.buckets, previous.buckets)
  if (buckets === undefined || buckets.counts.some(([, count]) => count < 0)) return total
  return { ...difference, zero: (current.zero ?? 0) - (previous.zero ?? 0), buckets }
}

const DAY_NANOS = 86_400_000_000_000n

/**
 * Returns the first known total if it started within the given number of days. Otherwise, or if the start is unknown (0
 * or its own time), returns undefined: the total is only the base for later ones.
 */
export const firstDifference = (total: RunningTotal, days: number): Difference | undefined => {
  const { start: startText, at: atText, ...difference } = total
  const start = BigInt(startText)
  const at = BigInt(atText)
  if (start === 0n || start >= at || at - start > BigInt(days) * DAY_NANOS) return undefined
  return difference
}
