import { ALLOCATION_END, type BucketingFormula } from '../../extend.ts'

/** 32-bit FNV-1a over UTF-16 code units, as in GrowthBook. */
const fnv1a = (text: string): number => {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** Returns GrowthBook's hash of an ID, 0 to 1. Version 1 is biased; it is supported for flags that use it. */
export const growthBookHash = (seed: string, id: string, version: 1 | 2): number =>
  version === 2 ? (fnv1a(`${fnv1a(seed + id)}`) % 10_000) / 10_000 : (fnv1a(id + seed) % 1000) / 1000

/**
 * Returns GrowthBook's ranges: each variant has a separate range in 0 to 1. A smaller coverage shortens each range, so
 * that an increase of the coverage never changes a user's variant.
 */
export const bucketRanges = (count: number, coverage: number, weights?: readonly number[]): [number, number][] => {
  const covered = Math.min(1, Math.max(0, coverage))
  const equal = Array<number>(count).fill(1 / count)
  const total = weights?.reduce((sum, weight) => sum + weight, 0) ?? 0
  const isUsable = weights?.length === count && total >= 0.99 && total <= 1.01
  let start = 0
  return (isUsable ? weights : equal).map((weight) => {
    const from = start
    start += weight
    return [from, from + covered * weight]
  })
}

/** Returns the index of the first range that contains the point; -1 if none does. */
export const chooseRange = (point: number, ranges: readonly (readonly [number, number])[]): number =>
  ranges.findIndex(([from, to]) => point >= from && point < to)

export const growthBook = (version: 1 | 2): BucketingFormula => ({
  splitIncludesRollout: true,
  rollout: ({ salt, percentage }) => {
    const coverage = percentage / 100
    return (id) => percentage > 0 && growthBookHash(salt, id, version) <= coverage
  },
  split: ({ salt, variants, allocation, coverage }) => {
    const fromAllocation = allocation?.map(([from, to]): [number, number] => [
      from / ALLOCATION_END,
      to / ALLOCATION_END,
    ])
    const weights = variants.map(({ weight }) => weight)
    const ranges = fromAllocation ?? bucketRanges(variants.length, coverage / 100, weights)
    const variantIndexes = allocation?.map(([, , key]) => variants.findIndex((variant) => variant.key === key))
    return (id) => {
      const rangeIndex = chooseRange(growthBookHash(salt, id, version), ranges)
      return variantIndexes ? (variantIndexes[rangeIndex] ?? -1) : rangeIndex
    }
  },
})
