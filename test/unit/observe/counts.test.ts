import { addTo, newSketch, quantileOf } from '@signet/telemetry'
import { describe, expect, it } from 'vitest'
import {
  columnsOf,
  countsIn,
  countsOf,
  gapsIn,
  groupNeighbors,
  mergeCounts,
  slotName,
  slotOf,
  startOf,
  usOf,
} from '../../../lambdas/observe/counters/units.ts'
import { mergeRollups, type Rollup, rollupOf } from '../../../lambdas/observe/metrics/points.ts'
import { packRecords, unpackRecords } from '../../../lambdas/observe/traces/packed-records.ts'
import { NOW, randomFrom } from './observe-world.ts'

/** Counts of one trace each, with integer weights and durations, so that sums are the same in any order. */
const someCounts = (seed: number, count: number) => {
  const random = randomFrom(seed)
  return Array.from({ length: count }, () =>
    countsOf({
      duration: Math.floor(random() * 10_000),
      status: random() < 0.5 ? 'ok' : 'error',
      sampleRate: random() < 0.5 ? 1 : 0.25,
    }),
  )
}

/** Returns counts in a form that does not depend on the order of buckets. */
const plainCounts = (counts: ReturnType<typeof mergeCounts>) => columnsOf(counts)

describe('trace counts', () => {
  it('merge to the same result in any order and grouping', () => {
    for (let seed = 1; seed <= 50; seed++) {
      const counts = someCounts(seed, 30)
      const splitIndex = seed % 29
      const merged = plainCounts(mergeCounts(counts))
      expect(plainCounts(mergeCounts(counts.toReversed()))).toEqual(merged)
      expect(
        plainCounts(mergeCounts([mergeCounts(counts.slice(0, splitIndex)), mergeCounts(counts.slice(splitIndex))])),
      ).toEqual(merged)
    }
  })

  it('stay unchanged after storage as columns, which have generated names', () => {
    const counts = mergeCounts(someCounts(7, 200))
    const columns = columnsOf(counts)
    expect(
      columnsOf(countsIn({ ...columns, pk: 'p', sk: 's', ttl: 1, version: 3, summed_version: 3, slot: 9 })),
    ).toEqual(columns)
    for (const name of Object.keys(columns)) expect(name).toMatch(/^(rows|errs|n|err|sum|z|x[0-9a-z]{1,3})$/)
  })

  it('cancel out if the same trace is added and subtracted', () => {
    const trace = { duration: 12.5, status: 'error', sampleRate: 0.5 } as const
    const { sketch, ...sums } = countsIn(columnsOf(mergeCounts([countsOf(trace), countsOf(trace, -1)])))
    expect(sums).toEqual({ rows: 0, errs: 0, n: 0, err: 0, sum: 0 })
    expect(quantileOf(sketch, 0.95)).toBeUndefined()
  })

  it('count a sampled trace as 1 / rate in n, and as one in rows', () => {
    expect(countsOf({ duration: 10, status: 'error', sampleRate: 0.1 })).toMatchObject({
      rows: 1,
      errs: 1,
      n: 10,
      err: 10,
      sum: 100,
      sketch: addTo(newSketch(), 10, { weight: 10 }),
    })
  })
})

describe('metric rollups', () => {
  it('merge to the same result in any order', () => {
    const random = randomFrom(4)
    const points = Array.from({ length: 40 }, () => ({
      name: 'm',
      type: 'histogram' as const,
      unit: 'ms',
      value: Math.floor(random() * 900),
      tags: {},
      at: Math.floor(random() * 10),
    }))
    const rollups = points.map(rollupOf)
    const withSortedBuckets = (rollup: Rollup) => ({
      ...rollup,
      buckets: rollup.buckets.toSorted(([one], [other]) => one - other),
    })
    const merged = withSortedBuckets(rollups.reduce((one, other) => mergeRollups(one, other)))
    expect(withSortedBuckets(rollups.toReversed().reduce((one, other) => mergeRollups(one, other)))).toEqual(merged)
    expect(merged).toMatchObject({ count: 40, min: Math.min(...points.map(({ value }) => value)) })
  })
})

describe('five-minute slots', () => {
  it('have names in time order, and gaps are the uncovered parts of a range', () => {
    const slot = slotOf(usOf(NOW))
    const names = (['M5', 'H1', 'D1'] as const).map((level) => slotName(level, startOf(level, slot)))
    expect(names).toEqual(['2026-11-27T13:35', '2026-11-27T13', '2026-11-27'])
    expect(
      gapsIn({ from: 0, to: 10 }, [
        { from: 2, to: 3 },
        { from: 3, to: 7 },
      ]),
    ).toEqual([
      { from: 0, to: 2 },
      { from: 7, to: 10 },
    ])
    const one = { from: 0, to: 1 }
    const two = { from: 4, to: 5 }
    const three = { from: 9, to: 10 }
    expect(groupNeighbors([one, two, three], 3)).toEqual([[one, two], [three]])
    expect(groupNeighbors([], 3)).toEqual([])
    expect(gapsIn({ from: 0, to: 10 }, [])).toEqual([{ from: 0, to: 10 }])
    expect(gapsIn({ from: 0, to: 10 }, [{ from: 0, to: 10 }])).toEqual([])
  })
})

describe('records of a trace', () => {
  it('fit into rows after they are split into parts, in order', () => {
    const random = randomFrom(5)
    const text = () =>
      Array.from({ length: 60_000 }, () => String.fromCharCode(32 + Math.floor(random() * 90))).join('')
    const logs = Array.from({ length: 9 }, (_, at) => ({ at, level: 'info' as const, message: text(), context: {} }))
    const parts = packRecords({ spans: [], logs })
    expect(parts.length).toBeGreaterThan(1)
    for (const { gz } of parts) expect(gz.length).toBeLessThanOrEqual(250_000)
    expect(parts.flatMap(({ gz }) => unpackRecords(gz).logs)).toEqual(logs)
  })
})
