import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { bodyOf, HOUR, MINUTE, NOW, type Observe, observeOver, randomFrom, rootSpan } from './observe-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

interface SentTrace {
  readonly trace_id: string
  readonly worker: string
  readonly start: number
  readonly status: 'ok' | 'error'
}

const WORKERS = ['edge', 'jobs', 'Ärger 2']

/** Returns traces of three workers over six days, some with the same start time. */
const randomTraces = (seed: number, count: number): readonly SentTrace[] => {
  const random = randomFrom(seed)
  return Array.from({ length: count }, (_, i) => {
    const ago = random() < 0.3 ? Math.floor(random() * 4) * 5 * MINUTE : random() * 144 * HOUR
    const worker = WORKERS[Math.floor(random() * WORKERS.length)] as string
    return { trace_id: `t${i}`, worker, start: Math.floor(NOW - ago), status: random() < 0.2 ? 'error' : 'ok' }
  })
}

const sendAll = async ({ send }: Observe, tenant: string, traces: readonly SentTrace[]): Promise<void> => {
  for (const worker of WORKERS) {
    const spans = traces
      .filter((trace) => trace.worker === worker)
      .map((one) => rootSpan(one.trace_id, one.start, { status: one.status }))
    for (let start = 0; start < spans.length; start += 50) {
      const { status, extras } = await send(tenant, { body: bodyOf(worker, { spans: spans.slice(start, start + 50) }) })
      expect([status, extras]).toEqual([202, {}])
    }
  }
}

const idsNewestFirst = (traces: readonly SentTrace[]): string[] =>
  traces
    .toSorted((one, other) => other.start - one.start || (one.trace_id < other.trace_id ? -1 : 1))
    .map(({ trace_id }) => trace_id)

interface TracePage {
  readonly ids: readonly string[]
  readonly total: number
}

const readPage = async ({ list }: Observe, tenant: string, query: object): Promise<TracePage> => {
  const { status, body } = await list(tenant, { query: { range: '7d', limit: 50, offset: 0, ...query } })
  expect(status).toBe(200)
  return { ids: (body.traces as SentTrace[]).map(({ trace_id }) => trace_id), total: Number(body.total) }
}

const readAllPages = async (observe: Observe, tenant: string, query: object, limit: number): Promise<TracePage> => {
  const ids: string[] = []
  let total = 1
  for (let offset = 0; offset < total; offset += limit) {
    const page = await readPage(observe, tenant, { ...query, limit, offset })
    ids.push(...page.ids)
    total = page.total
  }
  return { ids, total }
}

describe('pages of traces', () => {
  it.each([1, 2])('contain the whole list in order, and the total is its size: seed %i', async (seed) => {
    const observe = observeOver(world)
    const tenant = `walks-${seed}`
    const traces = randomTraces(seed, 400)
    await sendAll(observe, tenant, traces)
    expect(await readAllPages(observe, tenant, {}, 37)).toEqual({ ids: idsNewestFirst(traces), total: 400 })
    for (const status of ['ok', 'error'] as const)
      for (const worker of [undefined, 'edge']) {
        const expected = traces.filter(
          (one) => one.status === status && (worker === undefined || one.worker === worker),
        )
        const filter = { status, ...(worker && { worker }) }
        expect(await readAllPages(observe, tenant, filter, 50)).toEqual({
          ids: idsNewestFirst(expected),
          total: expected.length,
        })
      }
    expect(await readPage(observe, tenant, { offset: 10_000 })).toEqual({ ids: [], total: 400 })
  })

  it('contain only traces that started within the range, to the millisecond', async () => {
    const observe = observeOver(world)
    const tenant = 'edges'
    const spans = [
      rootSpan('now', NOW),
      rootSpan('ahead', NOW + 1),
      rootSpan('first', NOW - HOUR),
      rootSpan('before', NOW - HOUR - 1),
    ]
    await observe.send(tenant, { body: bodyOf('edge', { spans }) })
    expect(await readPage(observe, tenant, { range: '1h' })).toEqual({ ids: ['now', 'first'], total: 2 })
    const until = new Date(NOW - 1).toISOString()
    expect(await readPage(observe, tenant, { range: '1h', until })).toEqual({ ids: ['first', 'before'], total: 2 })
  })

  it('stay stable with the until parameter while more traces arrive', async () => {
    const observe = observeOver(world)
    const tenant = 'frozen'
    await observe.send(tenant, { body: bodyOf('edge', { spans: [rootSpan('a', NOW - 3), rootSpan('b', NOW - 2)] }) })
    const until = new Date(NOW - 2).toISOString()
    expect(await readPage(observe, tenant, { until, limit: 1 })).toEqual({ ids: ['b'], total: 2 })
    await observe.send(tenant, { body: bodyOf('edge', { spans: [rootSpan('c', NOW - 1)] }) })
    expect(await readPage(observe, tenant, { until, limit: 1, offset: 1 })).toEqual({ ids: ['a'], total: 2 })
  })

  it('list a trace once, with the latest start and status, if its root is sent again', async () => {
    const observe = observeOver(world)
    const tenant = 'moves'
    await observe.send(tenant, {
      body: bodyOf('edge', { spans: [rootSpan('a', NOW - 3 * HOUR), rootSpan('b', NOW - HOUR)] }),
    })
    const repeatedRoot = { body: bodyOf('edge', { spans: [rootSpan('a', NOW - 1, { status: 'error' })] }) }
    await observeOver(world, { at: NOW + 1 }).send(tenant, repeatedRoot)
    expect(await readPage(observe, tenant, {})).toEqual({ ids: ['a', 'b'], total: 2 })
    expect(await readPage(observe, tenant, { status: 'error' })).toEqual({ ids: ['a'], total: 1 })
    const { body } = await observe.summary(tenant, { query: { range: '24h' } })
    expect(body.workers).toMatchObject([{ total_traces: 2, error_count: 1, error_rate: 0.5, avg_duration_ms: 100 }])
  })
})

describe('a stored trace', () => {
  it('belongs to its tenant, even if two tenants use the same id', async () => {
    const observe = observeOver(world)
    const child = { ...rootSpan('same', NOW - 50), spanId: 'c', parentSpanId: 'same-root', status: 'error' }
    const logs = [{ timestamp: NOW, level: 'warn', message: 'slow', context: { traceId: 'same' } }]
    await observe.send('mine', { body: bodyOf('edge', { spans: [rootSpan('same', NOW - 90), child], logs }) })
    await observe.send('theirs', { body: bodyOf('jobs', { spans: [rootSpan('same', NOW - 70)] }) })
    const mine = await observe.get('mine', { params: { id: 'same' } })
    const foreignTrace = await observe.get('theirs', { params: { id: 'same' } })
    expect(mine.body).toMatchObject({
      trace: { worker_name: 'edge', status: 'ok', span_count: 2, has_error: true, truncated: false },
      spans: [
        { span_id: 'same-root', parent_span_id: null },
        { span_id: 'c', parent_span_id: 'same-root' },
      ],
      logs: [{ level: 'warn', message: 'slow', error: null }],
    })
    expect(foreignTrace.body).toMatchObject({ trace: { worker_name: 'jobs', span_count: 1 }, logs: [] })
    expect((await observe.get('mine', { params: { id: 'other' } })).code).toBe('not_found')
  })

  it('can be queried before its root arrives, and is then listed', async () => {
    const observe = observeOver(world)
    const tenant = 'orphan'
    const child = { ...rootSpan('o', NOW - 50), spanId: 'c', parentSpanId: 'o-root' }
    await observe.send(tenant, { body: bodyOf('edge', { spans: [child] }) })
    expect((await observe.get(tenant, { params: { id: 'o' } })).body).toMatchObject({ trace: { span_count: 1 } })
    expect(await readPage(observe, tenant, {})).toEqual({ ids: [], total: 0 })
    await observe.send(tenant, { body: bodyOf('edge', { spans: [rootSpan('o', NOW - 60)] }) })
    expect(await readPage(observe, tenant, {})).toEqual({ ids: ['o'], total: 1 })
  })

  it('disappears from every query after the retention of the plan', async () => {
    const early = observeOver(world, { tier: 'free' })
    const tenant = 'expires'
    const alert = { id: 'a', rule: { name: 'r', severity: 'high' }, status: 'firing', startTime: NOW, message: 'm' }
    await early.send(tenant, { body: bodyOf('edge', { spans: [rootSpan('e', NOW)], alerts: [alert] }) })
    expect((await early.get(tenant, { params: { id: 'e' } })).status).toBe(200)
    const late = observeOver(world, { tier: 'free', at: NOW + 24 * HOUR + 1 })
    expect((await late.get(tenant, { params: { id: 'e' } })).code).toBe('not_found')
    expect(await readPage(late, tenant, { range: '30d' })).toEqual({ ids: [], total: 0 })
    expect((await late.alerts(tenant, {})).body).toEqual({ alerts: [] })
    const paid = observeOver(world, { at: NOW + 24 * HOUR + 1 })
    expect(await readPage(paid, tenant, { range: '30d' })).toEqual({ ids: ['e'], total: 1 })
  })
})
