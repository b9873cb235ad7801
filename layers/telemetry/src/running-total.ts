/** Counts by the sender's buckets, with explicit bounds or a scale (opentelemetry-proto, ExponentialHistogram). */
export type SenderBuckets =
  | { readonly bounds: readonly number[]; readonly counts: readonly (readonly [nth: number, count: number])[] }
  | { readonly scale: number; readonly counts: readonly (readonly [nth: number, count: number])[] }

/** A total since the sender started: cumulative temporality of OTLP. Times are nanoseconds since 1970, as texts. */
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

/** Merges buckets into a coarser scale: each step merges two neighbors. */
const coarser = ({ scale, counts }: { readonly scale: number; readonly counts: Counts }, to: number): Counts => {
  const merged = new Map<number, number>()
  for (const [nth, count] of counts) {
    const wide = Math.floor(nth / 2 ** (scale - to))
    merged.set(wide, (merged.get(wide) ?? 0) + count)
  }
  return [...merged]
}

const sameBounds = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((bound, nth) => bound === other[nth])

const subtracted = (now: Counts, before: Counts): Counts => {
  const remaining = new Map(now)
  for (const [nth, count] of before) remaining.set(nth, (remaining.get(nth) ?? 0) - count)
  return [...remaining].filter(([, count]) => count !== 0)
}

/** Returns undefined if the bounds differ, which means that the sender has restarted. */
const bucketsSince = (now: SenderBuckets, before: SenderBuckets): SenderBuckets | undefined => {
  if ('scale' in now && 'scale' in before) {
    const scale = Math.min(now.scale, before.scale)
    return { scale, counts: subtracted(coarser(now, scale), coarser(before, scale)) }
  }
  if (!('bounds' in now && 'bounds' in before && sameBounds(now.bounds, before.bounds))) return undefined
  return { bounds: now.bounds, counts: subtracted(now.counts, before.counts) }
}

/** Returns a minimum or maximum of the new values if it has changed. Otherwise it is derived from the buckets. */
const changedExtreme = (name: 'min' | 'max', now: RunningTotal, before: RunningTotal) =>
  now[name] !== undefined && now[name] !== before[name] ? { [name]: now[name] } : {}

const isLess = (now: RunningTotal, before: RunningTotal): boolean =>
  (now.count ?? 0) < (before.count ?? 0) ||
  (now.zero ?? 0) < (before.zero ?? 0) ||
  // Sums of histograms decrease if values are negative.
  (now.count === undefined && now.value < before.value)

/**
 * Returns the difference between two totals with the same start. A smaller total or different bounds mean that the
 * sender has restarted: the whole total is returned. Undefined if the total is not later than the previous one.
 */
export const differenceSince = (now: RunningTotal, before: RunningTotal): Difference | undefined => {
  if (BigInt(now.at) <= BigInt(before.at)) return undefined
  const { start: _start, at: _at, ...total } = now
  if (isLess(now, before)) return total
  if (now.count === undefined) return { value: now.value - before.value }
  const difference = {
    value: now.value - before.value,
    count: now.count - (before.count ?? 0),
    ...changedExtreme('min', now, before),
    ...changedExtreme('max', now, before),
  }
  if (now.buckets === undefined || before.buckets === undefined) return difference
  const buckets = bucketsSince(now.buckets, before.buckets)
  if (buckets === undefined || buckets.counts.some(([, count]) => count < 0)) return total
  return { ...difference, zero: (now.zero ?? 0) - (before.zero ?? 0), buckets }
}

const DAY_NANOS = 86_400_000_000_000n

/**
 * Returns the first known total if it started within the given number of days. Otherwise, or if the start is unknown (0
 * or its own time), returns undefined: the total is only the base for later ones.
 */
export const firstDifference = (now: RunningTotal, days: number): Difference | undefined => {
  const start = BigInt(now.start)
  const at = BigInt(now.at)
  if (start === 0n || start >= at || at - start > BigInt(days) * DAY_NANOS) return undefined
  const { start: _start, at: _at, ...total } = now
  return total
}
