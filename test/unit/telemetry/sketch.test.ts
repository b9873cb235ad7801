import { DDSketch } from '@datadog/sketches-js'
import {
  addTo,
  bucketName,
  bucketOf,
  bucketOfName,
  mergeSketches,
  newSketch,
  quantileOf,
  RELATIVE_ERROR,
  type Sketch,
} from '@signet/telemetry'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

/** Returns a generator of numbers in [0, 1) that are the same on every platform (mulberry32). */
const seeded = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let value = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
  return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
}

const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

const DISTRIBUTIONS = {
  lognormal: (random: () => number) => Math.exp(3 + normal(random)),
  bimodal: (random: () => number) => (random() < 0.7 ? 20 + 2 * normal(random) : 900 + 60 * normal(random)),
  pareto: (random: () => number) => 5 / (1 - random()) ** (1 / 1.5),
}

const sketchOf = (values: readonly number[]): Sketch => {
  const counts = new Map<number, number>()
  for (const value of values) {
    const bucket = bucketOf(value) ?? 0
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1)
  }
  return { zero: 0, counts }
}

describe('percentiles', () => {
  it.each(Object.entries(DISTRIBUTIONS))('from 200,000 durations, %s, are within the stated error', (_name, next) => {
    const random = seeded(7)
    const values = Array.from({ length: 200_000 }, () => Math.max(0.001, next(random)))
    const sorted = values.toSorted((one, other) => one - other)
    const sketch = sketchOf(values)
    for (const share of [0.5, 0.9, 0.95, 0.99]) {
      const exact = sorted[Math.floor(share * (sorted.length - 1))] ?? 0
      const quantile = quantileOf(sketch, share) ?? 0
      expect(Math.abs(quantile - exact) / exact).toBeLessThanOrEqual(RELATIVE_ERROR + 1e-9)
    }
  })

  it('match DDSketch with the same error', () => {
    const random = seeded(11)
    const ddSketch = new DDSketch({ relativeAccuracy: RELATIVE_ERROR })
    const values = Array.from({ length: 20_000 }, () => DISTRIBUTIONS.lognormal(random))
    for (const value of values) ddSketch.accept(value)
    for (const share of [0.1, 0.5, 0.95, 0.999])
      expect(quantileOf(sketchOf(values), share)).toBeCloseTo(ddSketch.getValueAtQuantile(share), 6)
  })

  it('do not depend on the order and grouping of merged sketches', () => {
    const durations = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { maxLength: 40 })
    const sketchOf = (values: readonly number[]): Sketch =>
      values.reduce((sketch, ms) => addTo(sketch, ms), newSketch())
    const plainSketch = ({ zero, counts }: Sketch) => ({
      zero,
      counts: [...counts].toSorted(([one], [other]) => one - other),
    })
    fc.assert(
      fc.property(durations, durations, durations, (one, two, three) => {
        const a = sketchOf(one)
        const b = sketchOf(two)
        const c = sketchOf(three)
        const expected = plainSketch(sketchOf([...one, ...two, ...three]))
        expect(plainSketch(mergeSketches([a, b, c]))).toEqual(expected)
        expect(plainSketch(mergeSketches([c, mergeSketches([b, a])]))).toEqual(expected)
      }),
    )
  })

  it('respect weights, and are undefined without durations and 0 for zero durations', () => {
    expect(quantileOf(newSketch(), 0.95)).toBeUndefined()
    expect(quantileOf(addTo(newSketch(), 0), 0.95)).toBe(0)
    const weighted = addTo(addTo(newSketch(), 10, { weight: 1 }), 1_000, { weight: 9 })
    expect(quantileOf(weighted, 0.5)).toBeGreaterThan(900)
  })
})

describe('bucket names', () => {
  it('stay short and identify the bucket of any duration', () => {
    for (const ms of [1e-9, 0.001, 0.5, 1, 37, 86_400_000, 1e12]) {
      const bucket = bucketOf(ms) ?? Number.NaN
      expect(bucketName(bucket)).toMatch(/^x[0-9a-z]{1,3}$/)
      expect(bucketOfName(bucketName(bucket))).toBe(bucket)
    }
    for (const name of ['zero', 'n', 'x', 'xABC', 'x0000']) expect(bucketOfName(name)).toBeUndefined()
    expect([bucketOf(0), bucketOf(-1)]).toEqual([undefined, undefined])
  })
})
