/** Sub-buckets of each power of two, for a resolution of 1/32, about 1.5 percent to either side. */
const SUB_BITS = 5
const SUB = 1 << SUB_BITS
/** Up to 2^31 ns, about two seconds; longer times count as that. */
const BUCKETS = (32 - SUB_BITS) * SUB

/** Counts of values in logarithmic buckets with linear parts: bounded in size, and merged by addition. */
export type Histogram = Uint32Array

export const histogram = (): Histogram => new Uint32Array(BUCKETS)

/** Returns the bucket of a value in whole nanoseconds. */
export const bucketOf = (value: number): number => {
  const whole = value < 0 ? 0 : value > 0x7fffffff ? 0x7fffffff : value | 0
  if (whole < SUB) return whole
  const exponent = 31 - Math.clz32(whole) - SUB_BITS
  return exponent * SUB + (whole >>> exponent)
}

/** Returns the middle of a bucket's values, in nanoseconds. */
export const middleOf = (bucket: number): number => {
  if (bucket < 2 * SUB) return bucket
  const exponent = (bucket >>> SUB_BITS) - 1
  return (bucket - exponent * SUB) * 2 ** exponent + (2 ** exponent - 1) / 2
}

/**
 * Returns the value below or at which a share of all values is, in nanoseconds; undefined without values. Entries are
 * buckets and their counts.
 */
export const quantile = (
  entries: Iterable<readonly [bucket: number, count: number]>,
  share: number,
): number | undefined => {
  const sorted = [...entries].filter(([, count]) => count > 0).toSorted(([a], [b]) => a - b)
  const total = sorted.reduce((sum, [, count]) => sum + count, 0)
  const rank = Math.max(1, Math.ceil(share * total))
  let seen = 0
  for (const [bucket, count] of sorted) {
    seen += count
    if (seen >= rank) return middleOf(bucket)
  }
  return undefined
}
