import type { SenderBuckets } from './running-total.ts'
import { bucketOf } from './sketch/buckets.ts'

/** Returns the middle of an explicit bucket, or the bound of a bucket that is open at one end. */
const explicitMiddle = (bounds: readonly number[], nth: number, max: number | undefined): number => {
  const from = bounds[nth - 1]
  const to = bounds[nth]
  if (to === undefined) return max ?? from ?? 0
  return from === undefined ? to : (from + to) / 2
}

/**
 * Returns the geometric middle of an exponential bucket. Bucket n of scale s is (base^n, base^(n+1)], base = 2^(2^-s).
 */
const exponentialMiddle = (scale: number, nth: number): number => 2 ** ((nth + 0.5) * 2 ** -scale)

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
  for (const [nth, count] of senderBuckets.counts) {
    const bucket = bucketOf(
      'scale' in senderBuckets
        ? exponentialMiddle(senderBuckets.scale, nth)
        : explicitMiddle(senderBuckets.bounds, nth, max),
    )
    if (bucket === undefined) zero += count
    else buckets.set(bucket, (buckets.get(bucket) ?? 0) + count)
  }
  return { zero, buckets: [...buckets].sort(([one], [other]) => one - other) }
}
