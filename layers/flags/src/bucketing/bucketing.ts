import type { Allocation, Variant } from '../definition.ts'
import { ALLOCATION_END, reallocate } from './allocation.ts'
import { type HashPrefix, hashAfter, hashPrefix } from './murmur3.ts'

export type RolloutTest = (id: string) => boolean

/** Returns the index of an ID's variant in the list of variants; -1 if the ID gets no variant. */
export type SplitChoice = (id: string) => number

export interface SplitParts {
  readonly salt: string
  /** Separates two uses of one salt. Only `v1` reads it. */
  readonly purpose: string
  readonly variants: readonly Pick<Variant, 'key' | 'weight'>[]
  readonly allocation?: Allocation | undefined
  /** Percentage of ids that get a variant, for a formula that excludes ids. */
  readonly coverage: number
}

export interface RolloutParts {
  readonly salt: string
  readonly purpose: string
  readonly percentage: number
}

/** A bucketing formula. It decides which IDs are in a rollout, and which variant each ID gets in a split. */
export interface BucketingFormula {
  /** True if a smaller coverage shortens the ranges of variants, so that one hash decides rollout and split. */
  readonly splitIncludesRollout?: boolean
  readonly rollout: (parts: RolloutParts) => RolloutTest
  readonly split: (parts: SplitParts) => SplitChoice
}

const TWO_32 = 4_294_967_296

/**
 * Returns the first hash at or after a position of an allocation: `floor(hash * 100000 / 2^32) < position` means `hash <
 * limit`.
 */
export const limitOf = (position: number): number => Math.ceil((position * TWO_32) / ALLOCATION_END)

export const totalWeight = (variants: SplitParts['variants']): number =>
  variants.reduce((sum, { weight }) => sum + weight, 0)

/** Maps hashes to signed numbers in the same order: 0 becomes the smallest, 2^32 - 1 the largest. */
const toSigned = (hash: number): number => hash ^ 0x80000000

/** The precomputed parts of 0 to 2^32 that an ID's hash can fall into. */
export interface Draw {
  readonly prefix: HashPrefix
  /** Start of the second part and of each later part, as signed numbers. */
  readonly limits: readonly number[]
  /** Index of the variant of each part. */
  readonly variantIndexes: readonly number[]
}

export const pointOf = (prefix: HashPrefix, id: string): number => toSigned(hashAfter(prefix, id))

export const partIndexOf = (prefix: HashPrefix, limits: readonly number[], id: string): number => {
  const point = pointOf(prefix, id)
  let part = 0
  while (part < limits.length && point >= (limits[part] ?? 0)) part += 1
  return part
}

const prefixOf = ({ salt, purpose }: { readonly salt: string; readonly purpose: string }): HashPrefix =>
  hashPrefix(`${salt}\0${purpose}\0`)

/** Returns the draw of a share below 100 percent: the ids in the first of two parts. */
export const rolloutDraw = (parts: RolloutParts): Draw => ({
  prefix: prefixOf(parts),
  limits: [toSigned(limitOf(Math.round(parts.percentage * 1000)))],
  variantIndexes: [0],
})

/** Returns the draw of a split by weight; undefined if no variant has a weight. */
export const splitDraw = (parts: SplitParts): Draw | undefined => {
  const { variants, allocation } = parts
  const intervals = allocation && allocation.length > 0 ? allocation : reallocate(undefined, variants)
  if (intervals.length === 0) return undefined
  return {
    prefix: prefixOf(parts),
    limits: intervals.slice(0, -1).map(([, end]) => toSigned(limitOf(end))),
    variantIndexes: intervals.map(([, , key]) => variants.findIndex((variant) => variant.key === key)),
  }
}

const v1: BucketingFormula = {
  rollout: (parts) => {
    if (parts.percentage >= 100) return () => true
    const { prefix, limits } = rolloutDraw(parts)
    return (id) => partIndexOf(prefix, limits, id) === 0
  },
  split: (parts) => {
    const draw = splitDraw(parts)
    if (!draw) return () => -1
    const { prefix, limits, variantIndexes } = draw
    return (id) => variantIndexes[partIndexOf(prefix, limits, id)] ?? -1
  },
}

const formulas = new Map<string, BucketingFormula>([['v1', v1]])

/** Registers a formula by name, for flags that were imported from the system that uses it. */
export const registerBucketing = (name: string, formula: BucketingFormula): void => {
  formulas.set(name, formula)
}

/** Returns the formula of a name; undefined if it is not registered in this process. */
export const formulaOf = (bucketing: string): BucketingFormula | undefined => formulas.get(bucketing)
