import type { Allocation, Bucketing, Rule, Variant } from '../definition.ts'

/** The end of an allocation. Its unit is 0.001 percent. */
export const ALLOCATION_END = 100_000

type VariantWeight = Pick<Variant, 'key' | 'weight'>
type Interval = readonly [start: number, end: number, variant: string]

/**
 * Returns integers that sum to the whole allocation, as close to the weights as possible (largest remainder method).
 */
const quotas = (variants: readonly VariantWeight[]): Map<string, number> => {
  const total = variants.reduce((sum, { weight }) => sum + weight, 0)
  if (!(total > 0)) return new Map()
  const exact = variants.map(({ key, weight }) => ({ key, share: (weight / total) * ALLOCATION_END }))
  const parts = exact.map(({ key, share }) => ({ key, whole: Math.floor(share), rest: share - Math.floor(share) }))
  let missing = ALLOCATION_END - parts.reduce((sum, { whole }) => sum + whole, 0)
  for (const part of parts.toSorted((a, b) => b.rest - a.rest)) {
    if (missing <= 0) break
    part.whole += 1
    missing -= 1
  }
  return new Map(parts.map(({ key, whole }) => [key, whole]))
}

const merged = (intervals: readonly Interval[]): Allocation => {
  const out: [number, number, string][] = []
  for (const [start, end, variant] of intervals) {
    const last = out.at(-1)
    if (last && last[2] === variant) last[1] = end
    else if (end > start) out.push([start, end, variant])
  }
  return out
}

/**
 * Maximum number of intervals of an allocation. A previous allocation is simplified to fewer, so that any change fits.
 */
const INTERVALS_MAX = 1000
const INTERVALS_BEFORE = 800

/** Simplifies an allocation: its smallest intervals are merged into their neighbors until at most `max` remain. */
const simplified = (allocation: Allocation, max: number): Allocation => {
  const sizes = allocation.map(([start, end]) => end - start).toSorted((a, b) => a - b)
  let over = allocation.length - max
  const largest = sizes[over - 1] ?? 0
  const out: [number, number, string][] = []
  for (const [start, end, variant] of allocation) {
    const last = out.at(-1)
    if (last && over > 0 && end - start <= largest) {
      last[1] = end
      over -= 1
    } else out.push([start, end, variant])
  }
  return merged(out)
}

/**
 * Returns the intervals of 0 to 100,000 of each variant after a change of weights. Each variant keeps its intervals up
 * to its new share and gives up only the excess, so the fewest possible users move.
 * Without a previous allocation, variants follow each other in their order. An allocation with more than 1,000
 * intervals is simplified first by moving the users of its smallest ones. Empty if no variant has a weight.
 */
export const reallocate = (before: Allocation | undefined, variants: readonly VariantWeight[]): Allocation => {
  const current = before && before.length > 0 ? before : ([[0, ALLOCATION_END, '']] as const)
  const next = redistributed(current, variants)
  return next.length > INTERVALS_MAX ? redistributed(simplified(current, INTERVALS_BEFORE), variants) : next
}

const redistributed = (current: Allocation, variants: readonly VariantWeight[]): Allocation => {
  const missingQuotas = quotas(variants)
  if (missingQuotas.size === 0) return []
  const pieces: (readonly [start: number, end: number, variant: string | undefined])[] = []
  for (const [start, end, variant] of current) {
    const available = Math.min(end - start, missingQuotas.get(variant) ?? 0)
    if (available > 0) {
      pieces.push([start, start + available, variant])
      missingQuotas.set(variant, (missingQuotas.get(variant) ?? 0) - available)
    }
    if (start + available < end) pieces.push([start + available, end, undefined])
  }
  const takers = [...missingQuotas].filter(([, available]) => available > 0)
  const out: Interval[] = []
  for (const [start, end, variant] of pieces) {
    if (variant !== undefined) {
      out.push([start, end, variant])
      continue
    }
    for (let at = start; at < end; ) {
      const taker = takers[0]
      if (!taker) break
      const size = Math.min(end - at, taker[1])
      out.push([at, at + size, taker[0]])
      at += size
      taker[1] -= size
      if (taker[1] === 0) takers.shift()
    }
  }
  return merged(out)
}

/** Reallocates the splits of rules, each from the previous allocation of the rule with the same id. */
export const reallocateRules = (
  rules: readonly Rule[],
  before: readonly Rule[] | undefined,
  flagBucketing: Bucketing,
): readonly Rule[] =>
  rules.map((rule) => {
    const { split, id } = rule
    if (!split || id === undefined || (split.bucketing ?? flagBucketing) !== 'v1') return rule
    const former = before?.find((other) => other.id === id)?.split?.allocation
    const allocation = reallocate(former, split.variants)
    return allocation.length > 0 ? { ...rule, split: { ...split, allocation } } : rule
  })
