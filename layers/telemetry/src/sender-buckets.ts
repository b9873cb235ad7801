import type { SenderBuckets } from './running-total.ts'
import { bucketOf } from './sketch/buckets.ts'

/**
 * Returns the middle of an explicit bucket. Returns the upper bound of the lowest bucket, and the maximum, or else the
 * lower bound, of the highest.
 */
const explicitMiddle = (bounds: readonly number[], index: number, max: number | undefined): number => {
  const lowerBound = bounds[index - 1]
  const upperBound = bounds[index]
  if (upperBound === undefined) return max ?? lowerBound ?? 0
  return lowerBound === undefined ? upperBound : (lowerBound + upperBound) / 2
}

/**
 * Returns the geometric middle of an exponential bucket. Bucket n of scale s is (base^n, base^(n+1)], base = 2^(2^-s).
 */
const exponentialMiddle = (scale: number, index: number): number => 2 ** ((index + 0.5) * 2 ** -scale)

/**
 * Converts counts to buckets of the Signet sketch, by a representative value of each bucket. `zero` counts values that
 * are zero or less.
 */
export const sketchCounts = (
  senderBuckets: SenderBuckets,
  max?: number,
): { readonly zero: number; readonly buckets: readonly (readonly [bucket: number, count: number])[] } => {
  const buckets = new Map<number, number>()
  let zero = 0
  for (const [index, count] of senderBuckets.counts) {
    const bucket = bucketOf(
      'scale' in senderBuckets
        ? exponentialMiddle(senderBuckets.scale, index)
        : explicitMiddle(senderBuckets.bounds, index, max),
    )
    if (bucket === undefined) zero += count
    else buckets.set(bucket, (buckets.get(bucket) ?? 0) + count)
  }
  return { zero, buckets: [...buckets].sort(([one], [other]) => one - other) }
}
