import { reallocate } from '@signet/flags'
import {
  bucketRanges,
  chooseRange,
  growthBookHash,
  registerForeignBucketings,
} from '@signet/flags/importers/bucketings'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { formulaOf } from '../../../layers/flags/src/bucketing/bucketing.ts'
import { murmur3, murmur3After } from '../../../layers/flags/src/bucketing/murmur3.ts'

registerForeignBucketings()

describe('MurmurHash3', () => {
  test.each([
    ['', 0],
    ['a', 1009084850],
    ['hello', 613153351],
    ['user-1', 4171401059],
    ['0', 3530670207],
    ['\u0430', 3793040192],
    ['grüße', 1418952266],
    ['用户-1', 2861058107],
    ['👩‍🚀', 1343673911],
  ])('hashes %j to %i', (text, hash) => expect(murmur3(text)).toBe(hash))

  it('returns the same hash at once and after any prefix, and treats lone surrogates as TextEncoder does', () => {
    const anyText = fc.string({
      unit: fc.oneof(fc.constantFrom('a', 'Z', '\0', 'é', 'а', '用', '👩', '\ud800'), fc.string()),
      maxLength: 20,
    })
    fc.assert(
      fc.property(anyText, anyText, fc.nat(), (prefix, id, seed) => {
        const wellFormed =
          new TextDecoder().decode(new TextEncoder().encode(prefix)) +
          new TextDecoder().decode(new TextEncoder().encode(id))
        expect(murmur3After(prefix, seed)(id)).toBe(murmur3(wellFormed, seed))
      }),
      { numRuns: 3000, seed: 3 },
    )
  })
})

/** Returns the share of all positions whose variant differs between two allocations. */
const movedShare = (before: ReturnType<typeof reallocate>, after: ReturnType<typeof reallocate>): number => {
  let moved = 0
  const variantAt = (allocation: typeof before, position: number) =>
    allocation.find(([start, end]) => position >= start && position < end)?.[2]
  const starts = [...before, ...after].map(([start]) => start)
  const edges = [...new Set([...starts, 100_000])].toSorted((a, b) => a - b)
  for (let i = 1; i < edges.length; i += 1) {
    if (variantAt(before, edges[i - 1]!) !== variantAt(after, edges[i - 1]!)) moved += edges[i]! - edges[i - 1]!
  }
  return moved / 100_000
}

type Weights = { key: string; weight: number }[]

const share = (weights: Weights, key: string): number =>
  (weights.find((each) => each.key === key)?.weight ?? 0) / weights.reduce((sum, { weight }) => sum + weight, 0)

const minimalMovedShare = (before: Weights, after: Weights): number =>
  after.reduce((sum, { key }) => sum + Math.max(0, share(after, key) - share(before, key)), 0)

describe('the allocation of variants', () => {
  const weights = fc
    .uniqueArray(fc.record({ key: fc.constantFrom(...'abcdef'), weight: fc.integer({ min: 0, max: 100 }) }), {
      selector: ({ key }) => key,
      minLength: 1,
    })
    .filter((each) => each.some(({ weight }) => weight > 0))

  it('moves no more users than necessary for any weights, and remains complete and small', () => {
    fc.assert(
      fc.property(fc.array(weights, { minLength: 2, maxLength: 12 }), (steps) => {
        let allocation = reallocate(undefined, steps[0]!)
        for (const [i, step] of steps.slice(1).entries()) {
          const next = reallocate(allocation, step)
          expect(movedShare(allocation, next)).toBeLessThanOrEqual(minimalMovedShare(steps[i]!, step) + 0.005)
          expect(next[0]?.[0]).toBe(0)
          expect(next.at(-1)?.[1]).toBe(100_000)
          for (const [j, [start]] of next.entries()) if (j > 0) expect(start).toBe(next[j - 1]?.[1])
          for (const { key } of step) {
            const width = next.reduce((sum, [start, end, name]) => (name === key ? sum + end - start : sum), 0)
            expect(Math.abs(width / 100_000 - share(step, key))).toBeLessThan(0.00002)
          }
          allocation = next
        }
        expect(allocation.length).toBeLessThan(60)
      }),
      { numRuns: 500, seed: 11 },
    )
  })

  test.each([
    ['50/25/25 to thirds', [50, 25, 25], [33, 33, 33], 0.167],
    ['halves to thirds', [50, 50, 0], [33, 33, 33], 0.334],
    ['the first of three dropped', [34, 33, 33], [0, 50, 50], 0.341],
    ['quarters to 40/20/20/20', [25, 25, 25, 25], [40, 20, 20, 20], 0.151],
  ])('%s moves only the necessary users', (_, from, to, maxMoved) => {
    const weighted = (list: readonly number[]) => list.map((weight, i) => ({ key: `v${i}`, weight }))
    const before = reallocate(undefined, weighted(from))
    expect(movedShare(before, reallocate(before, weighted(to)))).toBeLessThan(maxMoved)
  })

  it('never exceeds a thousand intervals, with exact shares, however often weights change', () => {
    let seed = 1
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed / 2_147_483_648
    }
    let allocation = reallocate(undefined, [{ key: 'v0', weight: 1 }])
    for (let i = 0; i < 100; i += 1) {
      const step = Array.from({ length: 100 }, (_, k) => ({ key: `v${k}`, weight: Math.floor(random() * 1000) }))
      allocation = reallocate(allocation, step)
      expect(allocation.length).toBeLessThanOrEqual(1000)
      for (const [j, [start]] of allocation.entries()) expect(start).toBe(j === 0 ? 0 : allocation[j - 1]?.[1])
      expect(allocation.at(-1)?.[1]).toBe(100_000)
      const width = allocation.reduce((sum, [start, end, name]) => (name === 'v7' ? sum + end - start : sum), 0)
      expect(Math.abs(width / 100_000 - share(step, 'v7'))).toBeLessThan(0.00002)
    }
  })

  it('returns no intervals without a weight', () => {
    expect(reallocate(undefined, [{ key: 'a', weight: 0 }])).toEqual([])
  })
})

describe('pinned formulas, which must never move a user', () => {
  const variants = [
    { key: 'a', weight: 50 },
    { key: 'b', weight: 25 },
    { key: 'c', weight: 25 },
  ]
  const ids = ['user-1', 'user-2', 'ünïcödé', 'пользователь', '👩‍🚀', '', 'x'.repeat(300)]
  /** Returns for each id the index of its variant, and + if a rollout of 50 percent includes it. */
  const assignmentsOf = (bucketing: string, { weightScale = 1 } = {}) => {
    const formula = formulaOf(bucketing)!
    const weighted = variants.map(({ key, weight }) => ({ key, weight: weight * weightScale }))
    const split = formula.split({ salt: 's', purpose: 'variant', variants: weighted, coverage: 100 })
    const rollout = formula.rollout({ salt: 's', purpose: 'rollout', percentage: 50 })
    return ids.map((id) => `${split(id)}${rollout(id) ? '+' : '-'}`).join(' ')
  }
  it('v1', () => expect(assignmentsOf('v1')).toMatchInlineSnapshot(`"0- 0- 0- 2+ 0+ 0+ 0+"`))
  it('unleash', () => expect(assignmentsOf('unleash')).toMatchInlineSnapshot(`"0+ 1- 2- 0- 2- 1- 0-"`))
  it('flagd2', () => expect(assignmentsOf('flagd2')).toMatchInlineSnapshot(`"2- 0+ 0+ 2- 1- 2- 0+"`))
  it('gb1', () => expect(assignmentsOf('gb1', { weightScale: 0.01 })).toMatchInlineSnapshot(`"2- 0+ 0+ 1- 0+ 0+ 0+"`))
  it('gb2', () => expect(assignmentsOf('gb2', { weightScale: 0.01 })).toMatchInlineSnapshot(`"2- 0+ 0+ 2- 0+ 1- 1-"`))
  it('ld', () => expect(assignmentsOf('ld', { weightScale: 1000 })).toMatchInlineSnapshot(`"2- 0+ 0+ 0+ 1- 0+ 0+"`))
  it('returns undefined for an unknown formula', () => expect(formulaOf('toString')).toBeUndefined())

  it('v1 compares the floor of hash * 100000 / 2^32 over salt, purpose and id', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: 100_000 }), (id, thousandths) => {
        const point = Math.floor((murmur3(`salt\0rollout\0${id.toWellFormed()}`) * 100_000) / 2 ** 32)
        const isIn = formulaOf('v1')!.rollout({ salt: 'salt', purpose: 'rollout', percentage: thousandths / 1000 })(id)
        expect(isIn).toBe(point < thousandths)
      }),
      { numRuns: 2000, seed: 2 },
    )
  })

  it("flagd2 equals flagd's published formula in big integers, for ids with any characters", () => {
    const weights = [
      { key: 'red', weight: 7 },
      { key: 'green', weight: 2_000_000_000 },
      { key: 'blue', weight: 100_000_000 },
    ]
    const split = formulaOf('flagd2')!.split({ salt: 'цвет', purpose: '', variants: weights, coverage: 100 })
    for (const id of [...ids, 'grüße', 'юзер-7', '用户-1', '🦊🦊']) {
      const bytes = Buffer.from(`цвет${id}`)
      const point = (BigInt(murmur3(bytes.toString())) * 2_100_000_007n) >> 32n
      expect(split(id)).toBe(point < 7n ? 0 : point < 2_000_000_007n ? 1 : 2)
    }
  })
})

describe("GrowthBook's ranges", () => {
  it('shrink with a smaller coverage, so that an increase never changes a variant', () => {
    expect(bucketRanges(2, 0.5)).toEqual([
      [0, 0.25],
      [0.5, 0.75],
    ])
    for (let i = 0; i < 2000; i += 1) {
      const point = growthBookHash('seed', `user-${i}`, 2)
      const [atSmallCoverage, atLargeCoverage] = [0.2, 0.7].map((coverage) =>
        chooseRange(point, bucketRanges(3, coverage)),
      )
      expect(atSmallCoverage === -1 || atSmallCoverage === atLargeCoverage).toBe(true)
    }
  })
})
