import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atEveryCall, crashPoint } from '../../support/crash-point.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { bodyOf, HOUR, MINUTE, NOW, observeOver, rootSpan } from './observe-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const log = (message: string) => ({ timestamp: NOW, level: 'info', message, context: {} })
const logs = (count: number, name = 'l') => Array.from({ length: count }, (_, i) => log(`${name} ${i}`))

const usedToday = async (tenant: string, worker: string): Promise<number> => {
  const [row] = await world.partition(`OBSCOUNT#${tenant}#${worker}`)
  return Number(row?.used ?? 0)
}

describe('ingested telemetry', () => {
  it('with invalid fields is rejected with each field and not stored', async () => {
    const { send } = observeOver(world, { tier: 'free' })
    const fieldsOf = async (body: object) =>
      ((await send('rules', { body })).extras.errors as { field: string }[]).map(({ field }) => field)
    expect(await fieldsOf(bodyOf('edge', {}))).toEqual(['body'])
    for (const name of ['internal:x', 'INTERNAL:x', 'ｉｎｔｅｒｎａｌ：x', 'inter\u200bnal:x', 'a#b'])
      expect([name, await fieldsOf(bodyOf(name, { logs: logs(1) }))]).toEqual([name, ['service']])
    const times = [NOW - 24 * HOUR - 1, NOW - 24 * HOUR, NOW + 5 * MINUTE, NOW + 5 * MINUTE + 1]
    const spans = times.map((start, i) => rootSpan(`t${i}`, start))
    expect(await fieldsOf(bodyOf('edge', { spans }))).toEqual(['spans.0.startTime', 'spans.3.startTime'])
    expect(await world.rows('OBS#rules')).toEqual([])
  })

  it('appears in alerts, metrics and the summary, with its bytes and events', async () => {
    const { send, alerts, metrics, summary } = observeOver(world)
    const alert = { rule: { name: 'slow', severity: 'high' }, status: 'firing', message: 'p95', value: 2.5 }
    const points = [3, 1, 8].map((value, i) => ({
      name: 'queue',
      value,
      unit: 'jobs',
      timestamp: NOW - i,
      tags: {},
      type: 'gauge',
    }))
    const incidents = [
      { id: 'a', startTime: NOW - 40 * HOUR, ...alert },
      { id: 'b', startTime: NOW - HOUR, ...alert },
    ]
    const body = bodyOf('edge', { metrics: points, spans: [rootSpan('t', NOW)], alerts: incidents })
    expect(await send('keeps', { body })).toMatchObject({ status: 202, body: { ok: true } })
    expect((await alerts('keeps', {})).body).toEqual({
      alerts: ['b', 'a'].map((id) => ({
        id,
        worker_name: 'edge',
        rule_name: 'slow',
        severity: 'high',
        status: 'firing',
        message: 'p95',
        value: 2.5,
        started_at: new Date(id === 'b' ? NOW - HOUR : NOW - 40 * HOUR).toISOString(),
        ended_at: null,
      })),
    })
    expect((await metrics('keeps', { query: { worker: 'edge', range: '1h' } })).body).toMatchObject({
      metrics: [{ name: 'queue', type: 'gauge', unit: 'jobs', count: 3, sum: 12, min: 1, max: 8, last: 3, p95: null }],
    })
    const { body: summaryBody } = await summary('keeps', { query: { range: '1h' } })
    expect(summaryBody).toMatchObject({
      range: '1h',
      workers: [
        {
          worker_name: 'edge',
          total_traces: 1,
          error_count: 0,
          error_rate: 0,
          avg_duration_ms: 100,
          p95_error: 0.02,
          last_seen: new Date(NOW).toISOString(),
          ingest: { events: 6, requests: 1, used_today: 6, daily_limit: 500_000, bytes: JSON.stringify(body).length },
        },
      ],
    })
    const [{ p95_duration_ms: p95 }] = summaryBody.workers as [{ p95_duration_ms: number }]
    expect(Math.abs(p95 - 100)).toBeLessThanOrEqual(2)
  })

  it('appears in the list of logs without a trace by worker, newest first, within the range', async () => {
    const observe = observeOver(world)
    const logAt = (timestamp: number, message: string, fields: object = {}) => ({
      ...log(message),
      timestamp,
      ...fields,
    })
    const first = [logAt(NOW - 2 * HOUR, 'old'), logAt(NOW - 9, 'a', { level: 'error', error: { name: 'E' } })]
    await observeOver(world, { at: NOW - 1 }).send('logs', { body: bodyOf('edge', { logs: first }) })
    await observe.send('logs', {
      body: bodyOf('edge', { logs: [logAt(NOW - 5, 'b'), logAt(NOW, 't', { context: { traceId: 't' } })] }),
    })
    await observe.send('logs', { body: bodyOf('jobs', { logs: [logAt(NOW, 'other')] }) })
    const visibleLogs = async (query: object) =>
      (await observe.logs('logs', { query: { worker: 'edge', range: '1h', limit: 9, ...query } })).body.logs as object[]
    expect(await visibleLogs({})).toMatchObject([
      { message: 'b' },
      { message: 'a', level: 'error', error: { name: 'E' } },
    ])
    expect(await visibleLogs({ level: 'error' })).toMatchObject([{ message: 'a' }])
    expect(await visibleLogs({ limit: 1 })).toMatchObject([{ message: 'b' }])
    expect(await visibleLogs({ range: '24h' })).toHaveLength(3)
    expect(await visibleLogs({ worker: 'unknown' })).toEqual([])
  })

  it('can resolve an incident, which fires again only with a new start', async () => {
    const { send, alerts } = observeOver(world)
    const sendAlert = (status: string, startTime: number) =>
      send('fires', {
        body: bodyOf('edge', {
          alerts: [{ id: 'a', rule: { name: 'r', severity: 's' }, status, startTime, message: '' }],
        }),
      })
    const visibleAlerts = async () =>
      ((await alerts('fires', {})).body.alerts as { status: string; started_at: string }[]).map(
        ({ status, started_at }) => [status, Date.parse(started_at)],
      )
    await sendAlert('resolved', NOW - 9)
    await sendAlert('firing', NOW - 9)
    expect(await visibleAlerts()).toEqual([['resolved', NOW - 9]])
    await sendAlert('firing', NOW - 5)
    expect(await visibleAlerts()).toEqual([['firing', NOW - 5]])
    expect((await alerts('fires', { query: { status: 'resolved' } })).body).toEqual({ alerts: [] })
  })

  it('counts once if a request is repeated within ten minutes, and small requests get the advice to batch', async () => {
    const { send, list } = observeOver(world)
    const body = bodyOf('edge', { spans: [rootSpan('t', NOW)], metrics: [] })
    const first = await send('twice', { body })
    const repeated = await send('twice', { body })
    expect([first, repeated].map(({ status, headers }) => [status, headers['x-ingest-advice']])).toEqual([
      [202, 'batch'],
      [202, 'batch'],
    ])
    expect(await usedToday('twice', 'edge')).toBe(1)
    expect((await list('twice', { query: { range: '1h', limit: 9, offset: 0 } })).body.total).toBe(1)
    const later = observeOver(world, { at: NOW + 11 * MINUTE })
    await later.send('twice', { body })
    expect(await usedToday('twice', 'edge')).toBe(2)
  })

  it('stays hidden and does not count against the plan if its worker is internal', async () => {
    const observe = observeOver(world, { tier: 'free' })
    const { ingest } = await import('../../../lambdas/observe/ingest/ingest.ts')
    const { telemetryOf } = await import('@signet/telemetry')
    const { IngestBody } = await import('@signet/telemetry/schemas')
    const telemetry = telemetryOf(IngestBody.parse(bodyOf('internal:relay', { spans: [rootSpan('hidden', NOW)] })))
    const ingestRequest = { tenant: 'tenant', org: 'tenant-org', request: 'r', bytes: 1, telemetry }
    expect(await ingest(observe.deps)(ingestRequest)).toEqual({ advice: 'batch', pointsRejected: 0 })
    expect((await observe.send('tenant', { body: bodyOf('edge', { logs: logs(1) }) })).status).toBe(202)
    const { body } = await observe.summary('tenant', { query: { range: '24h' } })
    expect((body.workers as { worker_name: string }[]).map(({ worker_name }) => worker_name)).toEqual(['edge'])
    expect((await observe.list('tenant', { query: { range: '24h', limit: 9, offset: 0 } })).body).toMatchObject({
      total: 0,
    })
    expect((await observe.get('tenant', { params: { id: 'hidden' } })).code).toBe('not_found')
    expect((await observe.remove('tenant', { params: { worker: 'internal:relay' } })).code).toBe('not_found')
  })
})

describe('plan limits', () => {
  it('admit exactly five of 30 concurrent worker names on Pro, which stay admitted', async () => {
    const { send, deps } = observeOver(world)
    const names = Array.from({ length: 30 }, (_, i) => `w${i}`)
    const answers = await Promise.all(names.map((name) => send('places', { body: bodyOf(name, { logs: logs(1) }) })))
    const admitted = names.filter((_, i) => answers[i]?.status === 202)
    expect(admitted).toHaveLength(5)
    expect([...(await deps.workers.admittedNames('places'))].toSorted()).toEqual(admitted.toSorted())
    const refused = answers.filter(({ code }) => code === 'worker_limit')
    expect(refused).toHaveLength(25)
    expect(refused[0]?.extras).toEqual({ tier: 'pro', limit: 5, upgrade: '/pricing' })
    const [admittedWorker = ''] = admitted
    expect((await send('places', { body: bodyOf(admittedWorker, { logs: logs(2) }) })).status).toBe(202)
  })

  it('admit the earliest workers after a downgrade, and a removed worker no longer counts', async () => {
    const observeAt = (ms: number, tier: 'pro' | 'free') => observeOver(world, { at: ms, tier })
    for (const [i, name] of ['zeta', 'alpha'].entries())
      await observeAt(NOW + i, 'pro').send('shrinks', { body: bodyOf(name, { logs: logs(1) }) })
    const free = observeAt(NOW + 9, 'free')
    expect((await free.send('shrinks', { body: bodyOf('alpha', { logs: logs(2) }) })).code).toBe('worker_limit')
    expect((await free.send('shrinks', { body: bodyOf('zeta', { logs: logs(2) }) })).status).toBe(202)
    expect((await free.remove('shrinks', { params: { worker: 'zeta' } })).status).toBe(204)
    expect((await free.remove('shrinks', { params: { worker: 'zeta' } })).code).toBe('not_found')
    expect((await free.send('shrinks', { body: bodyOf('alpha', { logs: logs(3) }) })).status).toBe(202)
  })

  it('accept exactly the daily limit of events from 50 concurrent requests', async () => {
    const { send } = observeOver(world, { tier: 'free' })
    for (let i = 0; i < 9; i++) await send('caps', { body: bodyOf('edge', { logs: logs(1_000, `batch ${i}`) }) })
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => send('caps', { body: bodyOf('edge', { logs: logs(60, `late ${i}`) }) })),
    )
    const used = await usedToday('caps', 'edge')
    const acceptedCount = answers.filter(({ status }) => status === 202).length
    expect(used).toBe(9_000 + 60 * acceptedCount)
    expect(used).toBeLessThanOrEqual(10_000)
    const refused = await send('caps', { body: bodyOf('edge', { logs: logs(1_000, 'last') }) })
    expect([refused.code, refused.extras]).toEqual([
      'daily_limit',
      { tier: 'free', dailyLimit: 10_000, used, upgrade: '/pricing', retryable: false },
    ])
    expect(Number(refused.headers['retry-after'])).toBe(Math.ceil((Date.parse('2026-11-28') - NOW) / 1_000))
    const tomorrow = observeOver(world, { tier: 'free', at: NOW + 12 * HOUR })
    expect((await tomorrow.send('caps', { body: bodyOf('edge', { logs: logs(9) }) })).status).toBe(202)
  })
})

it('a retry completes a request that crashed at any call, and counts it once', async () => {
  const start = NOW - 5_000
  const runs = await atEveryCall(crashPoint, async (crash, name) => {
    const tenant = `crash ${name}`
    const child = { ...rootSpan('a', start), spanId: 'c', parentSpanId: 'a-root' }
    const point = { name: 'jobs', value: 2, unit: '', timestamp: NOW, tags: {}, type: 'counter' }
    const alert = { id: 'x', rule: { name: 'r', severity: 's' }, status: 'firing', startTime: NOW, message: '' }
    const body = bodyOf('edge', {
      spans: [rootSpan('a', start), child, rootSpan('b', NOW, { status: 'error' })],
      logs: logs(1),
      metrics: [point],
      alerts: [alert],
    })
    await observeOver(world, { crash })
      .send(tenant, { body })
      .catch(() => undefined)
    const observe = observeOver(world)
    expect([name, (await observe.send(tenant, { body })).status]).toEqual([name, 202])
    const { body: listed } = await observe.list(tenant, { query: { range: '1h', limit: 9, offset: 0 } })
    expect([name, listed]).toMatchObject([name, { total: 2, traces: [{ trace_id: 'b' }, { trace_id: 'a' }] }])
    const { body: summaryBody } = await observe.summary(tenant, { query: { range: '1h' } })
    expect([name, summaryBody.workers]).toMatchObject([
      name,
      [{ total_traces: 2, error_count: 1, ingest: { events: 6, requests: 1 } }],
    ])
    const { body: counted } = await observe.metrics(tenant, { query: { worker: 'edge', range: '1h' } })
    expect([name, counted.metrics]).toMatchObject([name, [{ name: 'jobs', count: 1, sum: 2 }]])
    expect([name, (await observe.alerts(tenant, {})).body.alerts]).toMatchObject([name, [{ id: 'x' }]])
    expect([name, (await observe.get(tenant, { params: { id: 'a' } })).body]).toMatchObject([
      name,
      { trace: { span_count: 2 } },
    ])
  })
  expect(runs).toBeGreaterThanOrEqual(12)
})
