import type { Allocation, Bucketing, Rule, Variant } from '../definition.ts'

/** The end of an allocation, in units of 0.001 percent. */
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
  const parts = exact.map(({ key, share }) => ({ key, floor: Math.floor(share), remainder: share - Math.floor(share) }))
  let unassigned = ALLOCATION_END - parts.reduce((sum, { floor }) => sum + floor, 0)
  for (const part of parts.toSorted((a, b) => b.remainder - a.remainder)) {
    if (unassigned <= 0) break
    part.floor += 1
    unassigned -= 1
  }
  return new Map(parts.map(({ key, floor }) => [key, floor]))
}

const mergeAdjacent = (intervals: readonly Interval[]): Allocation => {
  const out: [number, number, string][] = []
  for (const [start, end, variant] of intervals) {
    const last = out.at(-1)
    if (last && last[2] === variant) last[1] = end
    else if (end > start) out.push([start, end, variant])
  }
  return out
}

/**
 * Maximum number of intervals of an allocation. If a change would exceed it, the previous allocation is first simplified
 * to SIMPLIFIED_INTERVALS_MAX intervals.
 */
const INTERVALS_MAX = 1000
const SIMPLIFIED_INTERVALS_MAX = 800

/** Simplifies an allocation: its smallest intervals are merged into their neighbors until at most `max` remain. */
const simplify = (allocation: Allocation, max: number): Allocation => {
  const sizes = allocation.map(([start, end]) => end - start).toSorted((a, b) => a - b)
  let excess = allocation.length - max
  const largest = sizes[excess - 1] ?? 0
  const out: [number, number, string][] = []
  for (const [start, end, variant] of allocation) {
    const last = out.at(-1)
    if (last && excess > 0 && end - start <= largest) {
      last[1] = end
      excess -= 1
    } else out.push([start, end, variant])
  }
  return mergeAdjacent(out)
}

/**
 * Returns the intervals of 0 to 100,000 of each variant after a change of weights. Each variant keeps its intervals up
 * to its new share and gives up only the excess, so the fewest possible users move.
 * Without a previous allocation, variants follow each other in their order. If the result has more than 1,000 intervals,
 * the previous allocation is simplified first, which moves the users of its smallest intervals. Returns an empty list if
 * no variant has a weight.
 */
export const reallocate = (before: Allocation | undefined, variants: readonly VariantWeight[]): Allocation => {
  const current = before && before.length > 0 ? before : ([[0, ALLOCATION_END, '']] as const)
  const next = redistribute(current, variants)
  return next.length > INTERVALS_MAX ? redistribute(simplify(current, SIMPLIFIED_INTERVALS_MAX), variants) : next
}

const redistribute = (current: Allocation, variants: readonly VariantWeight[]): Allocation => {
  const remainingQuotas = quotas(variants)
  if (remainingQuotas.size === 0) return []
  const pieces: (readonly [start: number, end: number, variant: string | undefined])[] = []
  for (const [start, end, variant] of current) {
    const available = Math.min(end - start, remainingQuotas.get(variant) ?? 0)
    if (available > 0) {
      pieces.push([start, start + available, variant])
      remainingQuotas.set(variant, (remainingQuotas.get(variant) ?? 0) - available)
    }
    if (start + available < end) pieces.push([start + available, end, undefined])
  }
  const unfilled = [...remainingQuotas].filter(([, remaining]) => remaining > 0)
  const out: Interval[] = []
  for (const [start, end, variant] of pieces) {
    if (variant !== undefined) {
      out.push([start, end, variant])
      continue
    }
    for (let position = start; position < end; ) {
      const variantQuota = unfilled[0]
      if (!variantQuota) break
      const size = Math.min(end - position, variantQuota[1])
      out.push([position, position + size, variantQuota[0]])
      position += size
      variantQuota[1] -= size
      if (variantQuota[1] === 0) unfilled.shift()
    }
  }
  return mergeAdjacent(out)
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
    const allocationBefore = before?.find((ruleBefore) => ruleBefore.id === id)?.split?.allocation
    const allocation = reallocate(allocationBefore, split.variants)
    return allocation.length > 0 ? { ...rule, split: { ...split, allocation } } : rule
  })
