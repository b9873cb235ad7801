import { differenceSince, firstDifference, type RunningTotal, sketchCounts } from '@signet/telemetry'
import { describe, expect, it } from 'vitest'

/** Returns a generator of numbers in [0, 1). The same seed generates the same numbers. */
const randomFrom = (seed: number) => (): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}

const SECOND = 1_000_000_000n
const START = 1_764_000_000n * SECOND
const at = (seconds: number): string => String(START + BigInt(seconds) * SECOND)
const counter = (seconds: number, value: number): RunningTotal => ({ start: String(START), at: at(seconds), value })

describe('the difference of running totals', () => {
  it('equals the increase since the previous total, and is undefined if the total is not later', () => {
    expect(differenceSince(counter(2, 10), counter(1, 7))).toEqual({ value: 3 })
    expect(differenceSince(counter(2, 7), counter(1, 7))).toEqual({ value: 0 })
    expect(differenceSince(counter(1, 7), counter(1, 7))).toBeUndefined()
    expect(differenceSince(counter(1, 9), counter(2, 7))).toBeUndefined()
  })

  it('equals the whole total if it is smaller than the previous one, because the sender restarted', () => {
    expect(differenceSince(counter(2, 4), counter(1, 7))).toEqual({ value: 4 })
    const bounds = [1, 2]
    const previous = {
      ...counter(1, 9),
      count: 3,
      zero: 0,
      buckets: { bounds, counts: [[0, 3]] as [number, number][] },
    }
    const smaller = { ...counter(2, 9), count: 4, zero: 0, buckets: { bounds, counts: [[1, 4]] as [number, number][] } }
    expect(differenceSince(smaller, previous)).toMatchObject({ value: 9, count: 4, buckets: smaller.buckets })
    const withOtherBounds = { ...smaller, buckets: { ...smaller.buckets, bounds: [5] } }
    expect(differenceSince(withOtherBounds, previous)).toMatchObject({ count: 4, buckets: withOtherBounds.buckets })
  })

  it('equals the whole first total, unless its start is unknown or older than the retention', () => {
    expect(firstDifference(counter(60, 7), 32)).toEqual({ value: 7 })
    expect(firstDifference({ ...counter(60, 7), start: '0' }, 32)).toBeUndefined()
    expect(firstDifference({ ...counter(60, 7), start: at(60) }, 32)).toBeUndefined()
    expect(firstDifference(counter(33 * 86_400, 7), 32)).toBeUndefined()
  })

  it('subtracts exponential histograms exactly by bucket, even if their scale becomes coarser', () => {
    const random = randomFrom(5)
    for (let round = 0; round < 200; round++) {
      const scales = [6, 6 - Math.floor(random() * 3), 2 - Math.floor(random() * 3)]
      const values: number[] = []
      const added: number[][] = []
      let previous: RunningTotal | undefined
      for (const [index, scale] of scales.entries()) {
        const newValues = Array.from({ length: Math.floor(random() * 30) }, () => Math.exp(random() * 12 - 4))
        values.push(...newValues)
        added.push(newValues)
        const counts = new Map<number, number>()
        const bucketOf = (value: number) => Math.ceil(Math.log2(value) * 2 ** scale) - 1
        for (const value of values) counts.set(bucketOf(value), (counts.get(bucketOf(value)) ?? 0) + 1)
        const value = values.reduce((sum, each) => sum + each, 0)
        const total = {
          ...counter(index + 1, value),
          count: values.length,
          zero: 0,
          buckets: { scale, counts: [...counts] },
        }
        const difference = previous ? differenceSince(total, previous) : firstDifference(total, 32)
        const expected = new Map<number, number>()
        for (const each of newValues) expected.set(bucketOf(each), (expected.get(bucketOf(each)) ?? 0) + 1)
        expect(new Map(difference?.buckets?.counts)).toEqual(expected)
        expect(difference?.count).toBe(newValues.length)
        previous = total
      }
    }
  })
})

describe('sender buckets in the sketch', () => {
  it('retain every count, and count values of zero or less separately', () => {
    const { zero, buckets } = sketchCounts(
      {
        bounds: [-5, 0, 10],
        counts: [
          [0, 1],
          [1, 2],
          [2, 4],
          [3, 8],
        ],
      },
      40,
    )
    expect(zero).toBe(3)
    expect(buckets.map(([, count]) => count)).toEqual([4, 8])
  })
})
