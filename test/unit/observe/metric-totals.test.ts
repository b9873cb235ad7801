import type { MetricRecord, RunningTotal } from '@signet/telemetry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { metricTable } from '../../../lambdas/observe/metrics/metric-table.ts'
import { crashPoint } from '../../support/crash-point.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'
import { noCrash, under } from '../receipts/issuing/issuing-world.ts'
import { HOUR, MINUTE, NOW, observeOver, randomFrom } from './observe-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const backoff = { sleep: async () => undefined, random: Math.random }
const tableOf = (crash = noCrash()) =>
  metricTable({ db: under(world, crash), table: TABLE, now: () => new Date(NOW), backoff })
const nanos = (ms: number): string => String(BigInt(Math.round(ms)) * 1_000_000n)

interface SentTotal {
  readonly at: number
  readonly value: number
  readonly start?: number
  readonly tags?: object
  readonly name?: string
}

const counter = ({ at, value, start = NOW - HOUR, tags = {}, name = 'orders' }: SentTotal): MetricRecord => ({
  name,
  type: 'counter',
  unit: '1',
  value,
  at,
  tags: { ...tags },
  total: { start: nanos(start), at: nanos(at), value },
})

const histogram = (at: number, values: readonly number[], totalFields: Partial<RunningTotal> = {}): MetricRecord => {
  const bounds = [10, 20, 50, 100]
  const counts = [...bounds, Number.POSITIVE_INFINITY].flatMap((bound, index): [number, number][] => {
    const count = values.filter(
      (value) => value <= bound && value > (bounds[index - 1] ?? Number.NEGATIVE_INFINITY),
    ).length
    return count > 0 ? [[index, count]] : []
  })
  const figures = { value: values.reduce((sum, value) => sum + value, 0), count: values.length, zero: 0 }
  const total = { start: nanos(NOW - HOUR), at: nanos(at), ...figures, buckets: { bounds, counts }, ...totalFields }
  return { name: 'ms', type: 'histogram', unit: 'ms', at, tags: {}, ...figures, total }
}

let requests = 0
const sendTo =
  (worker: string, crash = noCrash()) =>
  (points: readonly MetricRecord[], request = `r${requests++}`, seriesMax = 1_000) =>
    tableOf(crash).add({ tenant: 'totals', worker }, { request, seriesMax }, points)

const readMetrics = (worker: string) =>
  tableOf().read({ tenant: 'totals', worker }, { from: 0, to: Math.ceil(NOW / 300_000) + 10 })

describe('running totals', () => {
  it('add only their increase, and repeated, late and unordered totals add nothing', async () => {
    const send = sendTo('repeated')
    await send([counter({ at: NOW - 3 * MINUTE, value: 7 })])
    await send([counter({ at: NOW - 2 * MINUTE, value: 10 })])
    await send([counter({ at: NOW - 2 * MINUTE, value: 10 })])
    await send([counter({ at: NOW - 3 * MINUTE, value: 7 })])
    await send([counter({ at: NOW - MINUTE, value: 10 })])
    expect(await readMetrics('repeated')).toMatchObject([
      { name: 'orders', sum: 10, count: 2, last: 10, min: 3, max: 7 },
    ])
  })

  it('count from zero after a new start or a smaller value, and processes with different starts count separately', async () => {
    const send = sendTo('restarted')
    await send([counter({ at: NOW - 5 * MINUTE, value: 100 })])
    await send([counter({ at: NOW - 4 * MINUTE, value: 3, start: NOW - 5 * MINUTE })])
    await send([counter({ at: NOW - 3 * MINUTE, value: 104 })])
    await send([counter({ at: NOW - 3 * MINUTE, value: 5, start: NOW - 5 * MINUTE })])
    await send([counter({ at: NOW - 2 * MINUTE, value: 6 })])
    expect((await readMetrics('restarted'))[0]?.sum).toBe(100 + 3 + 4 + 2 + 6)
  })

  it('sum up exactly for any order of processes, with repetition and concurrency', async () => {
    const random = randomFrom(11)
    for (let round = 0; round < 8; round++) {
      const worker = `any-${round}`
      const processes = Array.from({ length: 3 }, (_, index) => ({ start: NOW - HOUR - index, values: [] as number[] }))
      const exports: MetricRecord[][] = []
      let sum = 0
      for (let minute = 20; minute > 0; minute--) {
        const process = processes[Math.floor(random() * 3)] as (typeof processes)[number]
        const increase = Math.floor(random() * 9)
        process.values.push(increase)
        sum += increase
        const value = process.values.reduce((all, each) => all + each, 0)
        exports.push([counter({ at: NOW - minute * MINUTE, value, start: process.start })])
      }
      for (const [i, points] of exports.entries()) {
        await Promise.all([sendTo(worker)(points, `${worker}-${i}`), sendTo(worker)(points, `${worker}-${i}-again`)])
        if (random() < 0.3) await sendTo(worker)(exports[Math.floor(random() * i)] ?? points)
      }
      expect((await readMetrics(worker))[0]?.sum).toBe(sum)
    }
  })

  it('add only new values of histograms, by bucket', async () => {
    const send = sendTo('buckets')
    const slow = Array.from({ length: 50 }, () => 70)
    await send([histogram(NOW - 3 * MINUTE, [...slow, 5])])
    const later = Array.from({ length: 950 }, () => 15)
    await send([histogram(NOW - 2 * MINUTE, [...slow, 5, ...later])])
    await send([histogram(NOW - MINUTE, [...slow, 5, ...later])])
    const [metric] = await readMetrics('buckets')
    expect(metric).toMatchObject({ count: 1_001, sum: 50 * 70 + 5 + 950 * 15 })
    expect(metric?.buckets.reduce((all, [, count]) => all + count, 0)).toBe(1_001)
  })

  it('beyond the range of numbers are clamped, so that later points can be added', async () => {
    const gauge = (value: number): MetricRecord => ({
      name: 'large',
      type: 'gauge',
      unit: '',
      value,
      at: NOW - MINUTE,
      tags: {},
    })
    for (const value of [1.7e308, 1.7e308, 1]) await sendTo('large')([gauge(value)])
    expect(await readMetrics('large')).toMatchObject([{ count: 3, sum: Number.MAX_VALUE, max: 1.7e308, min: 1 }])

    const sums = [-1.7e308, 1.7e308]
    for (const [i, value] of sums.entries()) {
      const point = histogram(NOW - (3 - i) * MINUTE, [5, ...sums.slice(0, i)], { value })
      await sendTo('opposite')([{ ...point, value }])
    }
    expect((await readMetrics('opposite'))[0]?.count).toBe(2)
  })

  it('count once after a crash at any call and a retry', async () => {
    const points = [
      counter({ at: NOW - MINUTE, value: 7 }),
      counter({ at: NOW - MINUTE, value: 2, tags: { plan: 'pro' } }),
    ]
    for (let call = 0; call < 14; call++) {
      const worker = `crash-${call}`
      const crash = crashPoint(call, call % 2 === 0 ? 'before' : 'after')
      await sendTo(worker, crash)(points, worker).catch(() => undefined)
      await sendTo(worker)(points, worker)
      expect((await readMetrics(worker))[0]).toMatchObject({ sum: 9, count: 2 })
    }
  })
})

describe('metric series of a worker', () => {
  it('never exceed the daily limit under concurrent requests, and admitted series stay admitted', async () => {
    const points = Array.from({ length: 30 }, (_, nth) => counter({ at: NOW - MINUTE, value: 1, tags: { nth } }))
    const rejectedCounts = await Promise.all(points.map((point, i) => sendTo('crowd')([point], `crowd-${i}`, 10)))
    expect(rejectedCounts.reduce((sum, each) => sum + each, 0)).toBe(20)
    expect((await readMetrics('crowd'))[0]).toMatchObject({ count: 10, sum: 10 })
    const laterPoints = points.map((point) => counter({ at: NOW, value: 2, tags: point.tags }))
    expect(await sendTo('crowd')(laterPoints, 'crowd-again', 10)).toBe(20)
    expect((await readMetrics('crowd'))[0]).toMatchObject({ count: 20, sum: 20 })
  })

  it('differ by tags, and have points by time and the newest exemplars', async () => {
    const { deps, routeNamed } = observeOver(world)
    await deps.workers.admit('read', 'edge', { org: 'read', maxWorkers: 5 })
    const exemplars = Array.from({ length: 5 }, (_, nth) => ({
      value: nth,
      at: NOW - 10 * MINUTE + nth,
      traceId: `${nth}`.repeat(32),
      attributes: { nth },
    }))
    const points = [
      { ...counter({ at: NOW - 10 * MINUTE, value: 7, tags: { plan: 'pro' } }), exemplars },
      counter({ at: NOW - MINUTE, value: 9, tags: { plan: 'pro' } }),
      counter({ at: NOW - MINUTE, value: 2, tags: { plan: 'free' } }),
      counter({ at: NOW - MINUTE, value: 50, name: 'others' }),
    ]
    await deps.metricRows.add({ tenant: 'read', worker: 'edge' }, { request: 'r', seriesMax: 9 }, points)
    const readSeries = async (query: object) => {
      const fullQuery = { worker: 'edge', name: 'orders', range: '1h', step: '5m', limit: 20, ...query }
      return (await routeNamed('listMetricSeries')('read', { query: fullQuery })).body as {
        readonly series: readonly { readonly tags: { readonly plan: string }; readonly points: readonly object[] }[]
        readonly next_cursor: string | null
      }
    }
    const { series, next_cursor: next } = await readSeries({})
    expect(next).toBeNull()
    expect(series.map(({ tags }) => tags).toSorted((one, other) => (one.plan < other.plan ? -1 : 1))).toEqual([
      { plan: 'free' },
      { plan: 'pro' },
    ])
    const pro = series.find(({ tags }) => tags.plan === 'pro')
    expect(pro?.points).toMatchObject([
      { start_time: '2026-11-27T13:25:00.000Z', sum: 7, exemplars: [{ value: 4 }, { value: 3 }, { value: 2 }] },
      { start_time: '2026-11-27T13:35:00.000Z', sum: 2, last: 9, exemplars: [] },
    ])
    const hours = await readSeries({ range: '24h', step: '1h' })
    expect(hours.series.find(({ tags }) => tags.plan === 'pro')?.points).toMatchObject([
      { start_time: '2026-11-27T13:00:00.000Z', sum: 9, count: 2 },
    ])
    const days = await readSeries({ range: '7d', step: '1d' })
    expect(days.series.find(({ tags }) => tags.plan === 'pro')?.points).toMatchObject([
      { start_time: '2026-11-27T00:00:00.000Z', sum: 9 },
    ])
    const first = await readSeries({ limit: 1 })
    const second = await readSeries({ limit: 1, cursor: first.next_cursor })
    expect([...first.series, ...second.series].map(({ tags }) => tags.plan).toSorted()).toEqual(['free', 'pro'])
  })
})
