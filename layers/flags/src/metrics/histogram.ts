/** Bits of the 32 sub-buckets of each power of two. The middle of a sub-bucket differs by at most 1.5 percent. */
const SUB_BUCKET_BITS = 5
const SUB_BUCKETS = 1 << SUB_BUCKET_BITS
/** Number of buckets for values up to 2^31 ns, about two seconds. Longer times are counted in the last bucket. */
const BUCKETS = (32 - SUB_BUCKET_BITS) * SUB_BUCKETS

/** Counts of values in logarithmic buckets with linear sub-buckets. Histograms are merged by addition. */
export type Histogram = Uint32Array

export const histogram = (): Histogram => new Uint32Array(BUCKETS)

/** Returns the bucket of a value in whole nanoseconds. */
export const bucketOf = (value: number): number => {
  const nanoseconds = value < 0 ? 0 : value > 0x7fffffff ? 0x7fffffff : value | 0
  if (nanoseconds < SUB_BUCKETS) return nanoseconds
  const exponent = 31 - Math.clz32(nanoseconds) - SUB_BUCKET_BITS
  return exponent * SUB_BUCKETS + (nanoseconds >>> exponent)
}

/** Returns the middle of a bucket's values, in nanoseconds. */
export const middleOf = (bucket: number): number => {
  if (bucket < 2 * SUB_BUCKETS) return bucket
  const exponent = (bucket >>> SUB_BUCKET_BITS) - 1
  return (bucket - exponent * SUB_BUCKETS) * 2 ** exponent + (2 ** exponent - 1) / 2
}

/**
 * Returns a quantile in nanoseconds: a share of all values is at or below it. Returns undefined without values.
 */
export const quantile = (
  entries: Iterable<readonly [bucket: number, count: number]>,
  share: number,
): number | undefined => {
  const sorted = [...entries].filter(([, count]) => count > 0).toSorted(([a], [b]) => a - b)
  const total = sorted.reduce((sum, [, count]) => sum + count, 0)
  const rank = Math.max(1, Math.ceil(share * total))
  let cumulative = 0
  for (const [bucket, count] of sorted) {
    cumulative += count
    if (cumulative >= rank) return middleOf(bucket)
  }
  return undefined
}
