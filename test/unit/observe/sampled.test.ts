import { afterAll, beforeAll, expect, it } from 'vitest'
import { measure } from '../../../lambdas/observe/rules/measure.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { bodyOf, NOW, observeOver, randomFrom, rootSpan } from './observe-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const RATES = [1, 0.5, 0.25, 0.1, 1 / 3, 0.007] as const

interface SentTrace {
  readonly duration: number
  readonly status: 'ok' | 'error'
  readonly sampleRate: number
}

/**
 * Computes the figures trace by trace. The percentile is the first duration at which the cumulative weight exceeds 95%.
 */
const exactFigures = (traces: readonly SentTrace[]) => {
  const weightOf = ({ sampleRate }: SentTrace) => 1 / sampleRate
  const sumOf = (sampledTraces: readonly SentTrace[], numberOf: (each: SentTrace) => number) =>
    sampledTraces.reduce((sum, each) => sum + numberOf(each), 0)
  const n = sumOf(traces, weightOf)
  const failed = traces.filter(({ status }) => status === 'error')
  const avg = sumOf(traces, (each) => weightOf(each) * each.duration) / n
  let cumulativeWeight = 0
  const byDuration = traces.toSorted((one, other) => one.duration - other.duration)
  const p95 = byDuration.find((each) => {
    cumulativeWeight += weightOf(each)
    return cumulativeWeight > 0.95 * (n - 1) + 1e-9
  })
  return { n, err: sumOf(failed, weightOf), avg, p95: p95?.duration ?? 0 }
}

it.each([1, 2, 3, 4])(
  'sampled traces count as 1 / rate in the summary and in rules, and as one in lists: seed %i',
  async (seed) => {
    const { summary, list, deps } = observeOver(world)
    const random = randomFrom(seed)
    const tenant = `sampled-${seed}`
    const traces = new Map<string, SentTrace>()
    for (let request = 0; request < 25; request++) {
      const ids = new Set(Array.from({ length: 8 }, () => `t${Math.floor(random() * 150)}`))
      const spans = [...ids].map((id) => {
        // A repeated trace counts with its latest values.
        const sampleRate = RATES[Math.floor(random() * RATES.length)] ?? 1
        const status = random() < 0.2 ? ('error' as const) : ('ok' as const)
        const duration = Math.exp(random() * 9)
        const start = NOW - 20_000 + request
        traces.set(id, { duration, status, sampleRate })
        return rootSpan(id, start, { endTime: start + duration, duration, status, sampleRate })
      })
      // The clock determines the latest request.
      const { send } = observeOver(world, { at: NOW - 5_000 + request })
      expect((await send(tenant, { body: bodyOf('edge', { spans }) })).status).toBe(202)
    }
    const expected = exactFigures([...traces.values()])
    const [worker] = (await summary(tenant, { query: { range: '1h' } })).body.workers as Record<string, number>[]
    const expectNear = (value: unknown, exact: number, error = 1e-9) =>
      expect(Math.abs(Number(value) - exact)).toBeLessThanOrEqual(error * exact)
    expectNear(worker?.total_traces, expected.n)
    expectNear(worker?.error_count, expected.err)
    expectNear(worker?.avg_duration_ms, expected.avg)
    expectNear(worker?.p95_duration_ms, expected.p95, 0.0201)
    const { body } = await list(tenant, { query: { range: '1h', limit: 200, offset: 0 } })
    expect([body.total, (body.traces as object[]).length]).toEqual([traces.size, traces.size])

    const [storedWorker] = await deps.workers.all(tenant)
    if (!storedWorker) throw new Error('The worker does not exist')
    const subject = { tenant, worker: storedWorker, at: new Date(NOW) }
    const window = { worker: '*', window_minutes: 5, min_count: Math.floor(expected.n) - 1 } as const
    const errors = await measure(deps, subject, { kind: 'error_rate', threshold: 0, ...window })
    expectNear(errors.value, expected.err / expected.n)
    expect(errors.isBreached).toBe(expected.err > 0)
    expectNear((await measure(deps, subject, { kind: 'p95', threshold_ms: 1, ...window })).value, expected.p95, 0.0201)
    const many = { ...window, min_count: Math.ceil(expected.n) + 1 }
    expect((await measure(deps, subject, { kind: 'error_rate', threshold: 0, ...many })).isBreached).toBe(false)
  },
)
