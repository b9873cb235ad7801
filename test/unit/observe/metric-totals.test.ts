import type { MetricRecord, RunningTotal } from '@signet/telemetry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { metricTable } from '../../../lambdas/observe/metrics/metric-table.ts'
import { crashPoint } from '../../support/crash-point.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'
import { uncut, under } from '../receipts/issuing/issuing-world.ts'
import { HOUR, MINUTE, NOW, observeOver, randomFrom } from './observe-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const backoff = { sleep: async () => undefined, random: Math.random }
const tableOf = (cut = uncut()) =>
  metricTable({ db: under(world, cut), table: TABLE, now: () => new Date(NOW), backoff })
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

const histogram = (at: number, values: readonly number[], members: Partial<RunningTotal> = {}): MetricRecord => {
  const bounds = [10, 20, 50, 100]
  const counts = [...bounds, Number.POSITIVE_INFINITY].flatMap((bound, nth): [number, number][] => {
    const count = values.filter(
      (value) => value <= bound && value > (bounds[nth - 1] ?? Number.NEGATIVE_INFINITY),
    ).length
    return count > 0 ? [[nth, count]] : []
  })
  const figures = { value: values.reduce((sum, value) => sum + value, 0), count: values.length, zero: 0 }
  const total = { start: nanos(NOW - HOUR), at: nanos(at), ...figures, buckets: { bounds, counts }, ...members }
  return { name: 'ms', type: 'histogram', unit: 'ms', at, tags: {}, ...figures, total }
}

let requests = 0
const sendTo =
  (worker: string, cut = uncut()) =>
  (points: readonly MetricRecord[], request = `r${requests++}`, seriesMax = 1_000) =>
    tableOf(cut).add({ tenant: 'totals', worker }, { request, seriesMax }, points)

const readOf = (worker: string) =>
  tableOf().read({ tenant: 'totals', worker }, { from: 0, to: Math.ceil(NOW / 300_000) + 10 })

describe('running totals', () => {
  it('add only new counts: repeated, late and unordered totals change nothing', async () => {
    const send = sendTo('again')
    await send([counter({ at: NOW - 3 * MINUTE, value: 7 })])
    await send([counter({ at: NOW - 2 * MINUTE, value: 10 })])
    await send([counter({ at: NOW - 2 * MINUTE, value: 10 })])
    await send([counter({ at: NOW - 3 * MINUTE, value: 7 })])
    await send([counter({ at: NOW - MINUTE, value: 10 })])
    expect(await readOf('again')).toMatchObject([{ name: 'orders', sum: 10, count: 2, last: 10, min: 3, max: 7 }])
  })

  it('restart with a new start or a smaller value, and concurrent processes count separately', async () => {
    const send = sendTo('anew')
    await send([counter({ at: NOW - 5 * MINUTE, value: 100 })])
    await send([counter({ at: NOW - 4 * MINUTE, value: 3, start: NOW - 5 * MINUTE })])
    await send([counter({ at: NOW - 3 * MINUTE, value: 104 })])
    await send([counter({ at: NOW - 3 * MINUTE, value: 5, start: NOW - 5 * MINUTE })])
    await send([counter({ at: NOW - 2 * MINUTE, value: 6 })])
    expect((await readOf('anew'))[0]?.sum).toBe(100 + 3 + 4 + 2 + 6)
  })

  it('totals are exact for any order of processes, with repetition and concurrency', async () => {
    const random = randomFrom(11)
    for (let round = 0; round < 8; round++) {
      const worker = `any-${round}`
      const processes = Array.from({ length: 3 }, (_, nth) => ({ start: NOW - HOUR - nth, values: [] as number[] }))
      const exports: MetricRecord[][] = []
      let sum = 0
      for (let minute = 20; minute > 0; minute--) {
        const process = processes[Math.floor(random() * 3)] as (typeof processes)[number]
        const more = Math.floor(random() * 9)
        process.values.push(more)
        sum += more
        const value = process.values.reduce((all, each) => all + each, 0)
        exports.push([counter({ at: NOW - minute * MINUTE, value, start: process.start })])
      }
      for (const [i, points] of exports.entries()) {
        await Promise.all([sendTo(worker)(points, `${worker}-${i}`), sendTo(worker)(points, `${worker}-${i}-again`)])
        if (random() < 0.3) await sendTo(worker)(exports[Math.floor(random() * i)] ?? points)
      }
      expect((await readOf(worker))[0]?.sum).toBe(sum)
    }
  })

  it('histogram totals count new values by bucket, so that percentiles match the values', async () => {
    const send = sendTo('buckets')
    const slow = Array.from({ length: 50 }, () => 70)
    await send([histogram(NOW - 3 * MINUTE, [...slow, 5])])
    const later = Array.from({ length: 950 }, () => 15)
    await send([histogram(NOW - 2 * MINUTE, [...slow, 5, ...later])])
    await send([histogram(NOW - MINUTE, [...slow, 5, ...later])])
    const [metric] = await readOf('buckets')
    expect(metric).toMatchObject({ count: 1_001, sum: 50 * 70 + 5 + 950 * 15 })
    expect(metric?.buckets.reduce((all, [, count]) => all + count, 0)).toBe(1_001)
  })

  it('sums beyond the range of numbers stay readable and can be added to', async () => {
    const gauge = (value: number): MetricRecord => ({
      name: 'large',
      type: 'gauge',
      unit: '',
      value,
      at: NOW - MINUTE,
      tags: {},
    })
    for (const value of [1.7e308, 1.7e308, 1]) await sendTo('large')([gauge(value)])
    expect(await readOf('large')).toMatchObject([{ count: 3, sum: Number.MAX_VALUE, max: 1.7e308, min: 1 }])

    const sums = [-1.7e308, 1.7e308]
    for (const [i, value] of sums.entries()) {
      const point = histogram(NOW - (3 - i) * MINUTE, [5, ...sums.slice(0, i)], { value })
      await sendTo('apart')([{ ...point, value }])
    }
    expect((await readOf('apart'))[0]?.count).toBe(2)
  })

  it('count once after a crash of the request at any call', async () => {
    const points = [
      counter({ at: NOW - MINUTE, value: 7 }),
      counter({ at: NOW - MINUTE, value: 2, tags: { plan: 'pro' } }),
    ]
    for (let calls = 0; calls < 14; calls++) {
      const worker = `killed-${calls}`
      const cut = crashPoint(calls, calls % 2 === 0 ? 'before' : 'after')
      await sendTo(worker, cut)(points, worker).catch(() => undefined)
      await sendTo(worker)(points, worker)
      expect((await readOf(worker))[0]).toMatchObject({ sum: 9, count: 2 })
    }
  })
})

describe('metric series of a worker', () => {
  it('never exceed the daily limit under concurrency, and admitted series stay admitted', async () => {
    const points = Array.from({ length: 30 }, (_, nth) => counter({ at: NOW - MINUTE, value: 1, tags: { nth } }))
    const rejectedCounts = await Promise.all(points.map((point, i) => sendTo('crowd')([point], `crowd-${i}`, 10)))
    expect(rejectedCounts.reduce((sum, each) => sum + each, 0)).toBe(20)
    expect((await readOf('crowd'))[0]).toMatchObject({ count: 10, sum: 10 })
    const again = points.map((point) => counter({ at: NOW, value: 2, tags: point.tags }))
    expect(await sendTo('crowd')(again, 'crowd-again', 10)).toBe(20)
    expect((await readOf('crowd'))[0]).toMatchObject({ count: 20, sum: 20 })
  })

  it('tags identify a series, which has points by time and the newest exemplars', async () => {
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
    const seriesOf = async (query: object) => {
      const all = { worker: 'edge', name: 'orders', range: '1h', step: '5m', limit: 20, ...query }
      return (await routeNamed('listMetricSeries')('read', { query: all })).body as {
        readonly series: readonly { readonly tags: { readonly plan: string }; readonly points: readonly object[] }[]
        readonly next_cursor: string | null
      }
    }
    const { series, next_cursor: next } = await seriesOf({})
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
    const hours = await seriesOf({ range: '24h', step: '1h' })
    expect(hours.series.find(({ tags }) => tags.plan === 'pro')?.points).toMatchObject([
      { start_time: '2026-11-27T13:00:00.000Z', sum: 9, count: 2 },
    ])
    const days = await seriesOf({ range: '7d', step: '1d' })
    expect(days.series.find(({ tags }) => tags.plan === 'pro')?.points).toMatchObject([
      { start_time: '2026-11-27T00:00:00.000Z', sum: 9 },
    ])
    const first = await seriesOf({ limit: 1 })
    const second = await seriesOf({ limit: 1, cursor: first.next_cursor })
    expect([...first.series, ...second.series].map(({ tags }) => tags.plan).toSorted()).toEqual(['free', 'pro'])
  })
})
