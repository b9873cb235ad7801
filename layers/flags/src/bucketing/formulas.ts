import { createHash } from 'node:crypto'
import type { Allocation, Bucketing, Variant } from '../definition.ts'
import { ALLOCATION_END, reallocate } from './allocation.ts'
import { murmur3After } from './murmur3.ts'

/** Whether an id is in the share. */
export type RolloutTest = (id: string) => boolean

/** The place of an id's variant in the list of variants; -1 when it gets none. */
export type SplitChoice = (id: string) => number

/** What a split is made of. */
export interface SplitParts {
  readonly salt: string
  /** Tells two uses of a salt apart; ours only. */
  readonly purpose: string
  readonly variants: readonly Pick<Variant, 'key' | 'weight'>[]
  readonly allocation?: Allocation | undefined
  /** Percent of ids that get a variant at all, for a formula that leaves ids out. */
  readonly coverage: number
}

export interface RolloutParts {
  readonly salt: string
  readonly purpose: string
  readonly percentage: number
}

/** One way to bucket: who is in a share, and who gets which variant. */
interface Formula {
  /** Whether a smaller coverage ends the ranges of variants earlier, so that rollout and split are one draw. */
  readonly leavesOut?: boolean
  readonly rollout: (parts: RolloutParts) => RolloutTest
  readonly split: (parts: SplitParts) => SplitChoice
}

const TWO_32 = 4_294_967_296

/** The first hash that lies at or beyond a place of an allocation: `floor(hash * 100000 / 2^32) < place` is `hash < limit`. */
const limitOf = (place: number): number => Math.ceil((place * TWO_32) / ALLOCATION_END)

const totalWeight = (variants: SplitParts['variants']): number => variants.reduce((sum, { weight }) => sum + weight, 0)

const v1: Formula = {
  rollout: ({ salt, purpose, percentage }) => {
    const hash = murmur3After(`${salt}\0${purpose}\0`)
    const limit = limitOf(Math.round(percentage * 1000))
    return (id) => hash(id) < limit
  },
  split: ({ salt, purpose, variants, allocation }) => {
    const hash = murmur3After(`${salt}\0${purpose}\0`)
    const held = allocation && allocation.length > 0 ? allocation : reallocate(undefined, variants)
    if (held.length === 0) return () => -1
    const limits = Float64Array.from(held, ([, end]) => limitOf(end))
    const places = Int32Array.from(held, ([, , key]) => variants.findIndex((variant) => variant.key === key))
    return (id) => {
      const point = hash(id)
      let i = 0
      while (point >= (limits[i] ?? TWO_32)) i += 1
      return places[i] ?? -1
    }
  },
}

const UNLEASH_VARIANT_SEED = 86_028_157

/** Unleash: `murmur3(salt:id) % 100 + 1 <= percent`; variants with another seed, modulo the sum of the weights. */
const unleash: Formula = {
  rollout: ({ salt, percentage }) => {
    const hash = murmur3After(`${salt}:`)
    return (id) => percentage > 0 && (hash(id) % 100) + 1 <= percentage
  },
  split: ({ salt, variants }) => {
    const hash = murmur3After(`${salt}:`, UNLEASH_VARIANT_SEED)
    const total = totalWeight(variants)
    if (!(total > 0)) return () => -1
    return (id) => {
      const target = (hash(id) % total) + 1
      let counter = 0
      for (let i = 0; i < variants.length; i += 1) {
        const { weight = 0 } = variants[i] ?? {}
        counter += weight
        if (weight > 0 && counter >= target) return i
      }
      return -1
    }
  },
}

/** flagd, second version: `(murmur3(salt + id) * sum) >> 32` in integers, against the running sum of the weights. */
const flagd2: Formula = {
  rollout: ({ salt, percentage }) => {
    const hash = murmur3After(salt)
    const limit = limitOf(Math.round(percentage * 1000))
    return (id) => hash(id) < limit
  },
  split: ({ salt, variants }) => {
    const hash = murmur3After(salt)
    const total = totalWeight(variants)
    if (!(total > 0)) return () => -1
    return (id) => {
      // Weights sum to less than 2^31: the product needs more bits than a double has.
      const bucket = Number((BigInt(hash(id)) * BigInt(total)) >> 32n)
      let end = 0
      for (let i = 0; i < variants.length; i += 1) {
        end += variants[i]?.weight ?? 0
        if (bucket < end) return i
      }
      return -1
    }
  },
}

/** FNV-1a of 32 bits over UTF-16 units, as GrowthBook has it. */
const fnv1a = (text: string): number => {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** GrowthBook's hash of an id, 0 to 1; the first version is biased, and kept for those who are in it. */
export const growthBookHash = (seed: string, id: string, version: 1 | 2): number =>
  version === 2 ? (fnv1a(`${fnv1a(seed + id)}`) % 10_000) / 10_000 : (fnv1a(id + seed) % 1000) / 1000

/**
 * GrowthBook's ranges: each variant has a part of its own of 0 to 1, and a smaller coverage ends each part earlier, so that
 * a ramp never changes a variant.
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

/** The first range that holds the point; -1 when none does. */
export const chooseRange = (point: number, ranges: readonly (readonly [number, number])[]): number =>
  ranges.findIndex(([from, to]) => point >= from && point < to)

const growthBook = (version: 1 | 2): Formula => ({
  leavesOut: true,
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
    const places = allocation?.map(([, , key]) => variants.findIndex((variant) => variant.key === key))
    return (id) => {
      const found = chooseRange(growthBookHash(salt, id, version), ranges)
      return places ? (places[found] ?? -1) : found
    }
  },
})

/** LaunchDarkly: the first 15 hexadecimal digits of `sha1(salt.id)`, of which the salt holds the flag's key as well. */
const launchDarklyBucket = (salt: string, id: string): number =>
  Number.parseInt(createHash('sha1').update(`${salt}.${id}`).digest('hex').slice(0, 15), 16) / 2 ** 60

const ld: Formula = {
  rollout:
    ({ salt, percentage }) =>
    (id) =>
      launchDarklyBucket(salt, id) < percentage / 100,
  split: ({ salt, variants }) => {
    if (variants.length === 0) return () => -1
    return (id) => {
      const point = launchDarklyBucket(salt, id)
      let end = 0
      for (let i = 0; i < variants.length; i += 1) {
        end += (variants[i]?.weight ?? 0) / ALLOCATION_END
        if (point < end) return i
      }
      // Weights that do not reach the end leave the rest to the last.
      return variants.length - 1
    }
  },
}

const FORMULAS: Readonly<Record<Bucketing, Formula>> = {
  v1,
  unleash,
  flagd2,
  gb1: growthBook(1),
  gb2: growthBook(2),
  ld,
}

/** The formula of a name; undefined for a name that is unknown here, perhaps because it is younger than this code. */
export const formulaOf = (bucketing: string): Formula | undefined =>
  Object.hasOwn(FORMULAS, bucketing) ? FORMULAS[bucketing as Bucketing] : undefined
