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

/** Traces of three workers over six days, some with the same start time. */
const traces = (seed: number, count: number): readonly SentTrace[] => {
  const random = randomFrom(seed)
  return Array.from({ length: count }, (_, i) => {
    const ago = random() < 0.3 ? Math.floor(random() * 4) * 5 * MINUTE : random() * 144 * HOUR
    const worker = WORKERS[Math.floor(random() * WORKERS.length)] as string
    return { trace_id: `t${i}`, worker, start: Math.floor(NOW - ago), status: random() < 0.2 ? 'error' : 'ok' }
  })
}

const sendAll = async ({ send }: Observe, tenant: string, all: readonly SentTrace[]): Promise<void> => {
  for (const worker of WORKERS) {
    const spans = all
      .filter((one) => one.worker === worker)
      .map((one) => rootSpan(one.trace_id, one.start, { status: one.status }))
    for (let at = 0; at < spans.length; at += 50) {
      const { status, extras } = await send(tenant, { body: bodyOf(worker, { spans: spans.slice(at, at + 50) }) })
      expect([status, extras]).toEqual([202, {}])
    }
  }
}

const sorted = (all: readonly SentTrace[]): string[] =>
  all
    .toSorted((one, other) => other.start - one.start || (one.trace_id < other.trace_id ? -1 : 1))
    .map(({ trace_id }) => trace_id)

interface Listed {
  readonly ids: readonly string[]
  readonly total: number
}

const page = async ({ list }: Observe, tenant: string, query: object): Promise<Listed> => {
  const { status, body } = await list(tenant, { query: { range: '7d', limit: 50, offset: 0, ...query } })
  expect(status).toBe(200)
  return { ids: (body.traces as SentTrace[]).map(({ trace_id }) => trace_id), total: Number(body.total) }
}

const walk = async (observe: Observe, tenant: string, query: object, limit: number): Promise<Listed> => {
  const ids: string[] = []
  let total = 1
  for (let offset = 0; offset < total; offset += limit) {
    const one = await page(observe, tenant, { ...query, limit, offset })
    ids.push(...one.ids)
    total = one.total
  }
  return { ids, total }
}

describe('pages of traces', () => {
  it.each([1, 2])('contain the whole list in order, and the total is its size: seed %i', async (seed) => {
    const observe = observeOver(world)
    const tenant = `walks-${seed}`
    const all = traces(seed, 400)
    await sendAll(observe, tenant, all)
    expect(await walk(observe, tenant, {}, 37)).toEqual({ ids: sorted(all), total: 400 })
    for (const status of ['ok', 'error'] as const)
      for (const worker of [undefined, 'edge']) {
        const expected = all.filter((one) => one.status === status && (worker === undefined || one.worker === worker))
        const filter = { status, ...(worker && { worker }) }
        expect(await walk(observe, tenant, filter, 50)).toEqual({ ids: sorted(expected), total: expected.length })
      }
    expect(await page(observe, tenant, { offset: 10_000 })).toEqual({ ids: [], total: 400 })
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
    expect(await page(observe, tenant, { range: '1h' })).toEqual({ ids: ['now', 'first'], total: 2 })
    const until = new Date(NOW - 1).toISOString()
    expect(await page(observe, tenant, { range: '1h', until })).toEqual({ ids: ['first', 'before'], total: 2 })
  })

  it('stay stable with until while more traces arrive', async () => {
    const observe = observeOver(world)
    const tenant = 'frozen'
    await observe.send(tenant, { body: bodyOf('edge', { spans: [rootSpan('a', NOW - 3), rootSpan('b', NOW - 2)] }) })
    const until = new Date(NOW - 2).toISOString()
    expect(await page(observe, tenant, { until, limit: 1 })).toEqual({ ids: ['b'], total: 2 })
    await observe.send(tenant, { body: bodyOf('edge', { spans: [rootSpan('c', NOW - 1)] }) })
    expect(await page(observe, tenant, { until, limit: 1, offset: 1 })).toEqual({ ids: ['a'], total: 2 })
  })

  it('move a trace whose root is sent again with another start and status, and count it once', async () => {
    const observe = observeOver(world)
    const tenant = 'moves'
    await observe.send(tenant, {
      body: bodyOf('edge', { spans: [rootSpan('a', NOW - 3 * HOUR), rootSpan('b', NOW - HOUR)] }),
    })
    const again = { body: bodyOf('edge', { spans: [rootSpan('a', NOW - 1, { status: 'error' })] }) }
    await observeOver(world, { at: NOW + 1 }).send(tenant, again)
    expect(await page(observe, tenant, {})).toEqual({ ids: ['a', 'b'], total: 2 })
    expect(await page(observe, tenant, { status: 'error' })).toEqual({ ids: ['a'], total: 1 })
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

  it('exists before its root, which then lists it', async () => {
    const observe = observeOver(world)
    const tenant = 'orphan'
    const child = { ...rootSpan('o', NOW - 50), spanId: 'c', parentSpanId: 'o-root' }
    await observe.send(tenant, { body: bodyOf('edge', { spans: [child] }) })
    expect((await observe.get(tenant, { params: { id: 'o' } })).body).toMatchObject({ trace: { span_count: 1 } })
    expect(await page(observe, tenant, {})).toEqual({ ids: [], total: 0 })
    await observe.send(tenant, { body: bodyOf('edge', { spans: [rootSpan('o', NOW - 60)] }) })
    expect(await page(observe, tenant, {})).toEqual({ ids: ['o'], total: 1 })
  })

  it('every query hides a trace beyond the retention of the plan', async () => {
    const early = observeOver(world, { tier: 'free' })
    const tenant = 'expires'
    const alert = { id: 'a', rule: { name: 'r', severity: 'high' }, status: 'firing', startTime: NOW, message: 'm' }
    await early.send(tenant, { body: bodyOf('edge', { spans: [rootSpan('e', NOW)], alerts: [alert] }) })
    expect((await early.get(tenant, { params: { id: 'e' } })).status).toBe(200)
    const late = observeOver(world, { tier: 'free', at: NOW + 24 * HOUR + 1 })
    expect((await late.get(tenant, { params: { id: 'e' } })).code).toBe('not_found')
    expect(await page(late, tenant, { range: '30d' })).toEqual({ ids: [], total: 0 })
    expect((await late.alerts(tenant, {})).body).toEqual({ alerts: [] })
    const paid = observeOver(world, { at: NOW + 24 * HOUR + 1 })
    expect(await page(paid, tenant, { range: '30d' })).toEqual({ ids: ['e'], total: 1 })
  })
})
