import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { bodyOf, HOUR, MINUTE, NOW, observeOver, randomFrom, rootSpan } from './observe-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

interface Point {
  readonly at: string
  readonly traces: number
  readonly errors: number
}

/** Each range with the milliseconds per point and the maximum number of points. The first and last can be partial. */
const RANGES = [
  ['1h', 5 * MINUTE, 13],
  ['6h', 30 * MINUTE, 13],
  ['24h', HOUR, 25],
  ['7d', 24 * HOUR, 8],
  ['30d', 24 * HOUR, 31],
] as const

it.each(RANGES)(
  'the summary series for %s counts every trace in the point that contains its start',
  async (range, step, maxPoints) => {
    const observe = observeOver(world)
    const tenant = `series-${range}`
    const random = randomFrom(7)
    const length = range === '1h' ? HOUR : 144 * HOUR
    const sentSpans = Array.from({ length: 150 }, (_, i) => ({
      start: Math.floor(NOW - random() * length),
      status: i % 5 === 0 ? ('error' as const) : ('ok' as const),
    }))
    for (let from = 0; from < sentSpans.length; from += 50) {
      const spans = sentSpans
        .slice(from, from + 50)
        .map(({ start, status }, i) => rootSpan(`t${from + i}`, start, { status }))
      expect((await observe.send(tenant, { body: bodyOf('edge', { spans }) })).status).toBe(202)
    }
    const { body } = await observe.summary(tenant, { query: { range } })
    const [{ series, total_traces: total, error_count: failed }] = body.workers as [
      { series: readonly Point[]; total_traces: number; error_count: number },
    ]
    const starts = series.map(({ at }) => Date.parse(at))
    expect(series.length).toBeLessThanOrEqual(maxPoints)
    expect(starts.slice(1).every((start) => start % step === 0)).toBe(true)
    const expectedPoints = series.map(({ at }, i) => {
      const from = Date.parse(at)
      const to = starts[i + 1] ?? Number.POSITIVE_INFINITY
      const pointSpans = sentSpans.filter(({ start }) => start >= from && start < to)
      return { at, traces: pointSpans.length, errors: pointSpans.filter(({ status }) => status === 'error').length }
    })
    expect(series).toEqual(expectedPoints)
    const sumOf = (name: 'traces' | 'errors') => series.reduce((sum, point) => sum + point[name], 0)
    expect([sumOf('traces'), sumOf('errors')]).toEqual([total, failed])
    expect(total).toBeGreaterThan(0)
  },
)
