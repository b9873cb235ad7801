import { describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { logOf, now, observeKey, rootSpan, runQuery, sendTelemetry } from './observe-world.ts'

const MINUTE = 60_000
const HOUR = 3_600_000
const RANGES = ['1h', '6h', '24h', '7d', '30d'] as const

interface Page {
  readonly traces: readonly { readonly trace_id: string; readonly status: string }[]
  readonly total: number
  readonly until: string
}
interface Summary {
  readonly range: string
  readonly workers: readonly {
    readonly total_traces: number
    readonly error_count: number
    readonly error_rate: number
  }[]
}
interface InvalidInput {
  readonly code: string
  readonly errors: readonly { readonly field: string }[]
}

const readPage = (key: string, query: Readonly<Record<string, string | number>> = {}) =>
  runQuery<Page>(key, 'traces', 'listTraces', query)
const idsOf = ({ traces }: Page) => traces.map(({ trace_id }) => trace_id)

describe('listTraces and getObserveSummary', () => {
  test.each(RANGES)('return 200 for the range %s, limited by the retention of the Free plan', async (range) => {
    const key = await observeKey()
    const at = await now()
    const ages = { recent: 30 * MINUTE, morning: 5 * HOUR, yesterday: 23 * HOUR }
    const spans = Object.entries(ages).map(([trace, age]) => rootSpan(trace, at - age))
    expect((await sendTelemetry(key, { service: 'edge', spans })).status).toBe(202)
    const expected = ['recent', 'morning', 'yesterday'].slice(0, { '1h': 1, '6h': 2 }[range as string] ?? 3)
    const { body } = await readPage(key, { range })
    expect([idsOf(body), body.total]).toEqual([expected, expected.length])
    const summary = await runQuery<Summary>(key, 'summary', 'getObserveSummary', { range })
    expect(summary.body).toMatchObject({ range, workers: [{ total_traces: expected.length }] })
  })

  test('sort pages by start and then by id, with an exact total, and until keeps them stable', async () => {
    const key = await observeKey()
    const at = await now()
    // Three traces per start time, so that ids determine their order.
    const spans = Array.from({ length: 23 }, (_, i) =>
      rootSpan(`t${String(i).padStart(2, '0')}`, at - MINUTE * (1 + Math.floor(i / 3)), {
        status: i % 4 ? 'ok' : 'error',
      }),
    )
    await sendTelemetry(key, { service: 'edge', spans: spans.toReversed() })
    const { until } = (await readPage(key)).body
    await sendTelemetry(key, { service: 'edge', spans: [rootSpan('later', Date.parse(until) + 1)] })
    const offsets = [0, 10, 20, 30]
    const pages = await Promise.all(
      offsets.map(async (offset) => (await readPage(key, { limit: 10, offset, until })).body),
    )
    expect(pages.flatMap(idsOf)).toEqual(spans.map(({ traceId }) => traceId))
    expect(pages.map(({ total }) => total)).toEqual([23, 23, 23, 23])
    const failed = (await readPage(key, { status: 'error', until })).body
    expect([failed.total, new Set(failed.traces.map(({ status }) => status))]).toEqual([6, new Set(['error'])])
    expect((await readPage(key, { worker: 'nobody' })).body).toMatchObject({ traces: [], total: 0 })
    expect((await readPage(key, { worker: 'edge', status: 'ok', limit: 200, until })).body.total).toBe(17)
  })

  test.each([
    ['range', { range: '2h' }],
    ['limit', { limit: 0 }],
    ['limit', { limit: 201 }],
    ['limit', { limit: '1.5' }],
    ['offset', { offset: -1 }],
    ['status', { status: 'failed' }],
    ['until', { until: 'yesterday' }],
    ['worker', { worker: '' }],
  ])('return 400 for an invalid %s: %o', async (field, query) => {
    const { status, body } = await runQuery<InvalidInput>(await observeKey(), 'traces', 'listTraces', query)
    expect([status, body.code, body.errors.map((each) => each.field)]).toEqual([400, 'invalid_input', [field]])
  })

  test('count each sampled trace as 1 / rate in figures, and as one in lists', async () => {
    const key = await observeKey()
    const at = await now()
    const sampled = { sampleRate: 0.25 }
    const spans = [
      rootSpan('a', at - HOUR / 2, sampled),
      rootSpan('b', at - HOUR / 2, { ...sampled, status: 'error' }),
      rootSpan('c', at - HOUR / 2),
    ]
    await sendTelemetry(key, { service: 'edge', spans })
    const { body } = await runQuery<Summary>(key, 'summary', 'getObserveSummary')
    expect(body.workers).toMatchObject([{ total_traces: 9, error_count: 4, error_rate: 4 / 9, avg_duration_ms: 100 }])
    expect((await readPage(key)).body.total).toBe(3)
  })
})

describe('telemetry of another organization', () => {
  test('has the same response bytes as telemetry that does not exist', async () => {
    const ada = await observeKey()
    const bob = await observeKey()
    const at = await now()
    await sendTelemetry(ada, { service: 'edge', spans: [rootSpan('of-ada', at)], logs: [logOf(at, 'secret')] })
    const foreign = await runQuery(bob, 'traces/of-ada', 'getTrace')
    const absent = await runQuery(bob, 'traces/of-bob', 'getTrace')
    expect([foreign.status, absent.status]).toEqual([404, 404])
    expect(foreign.bytes).toEqual(absent.bytes)
    expect((await runQuery(bob, 'logs', 'listWorkerLogs', { worker: 'edge' })).body).toEqual({ logs: [] })
    expect((await runQuery(bob, 'metrics', 'listMetrics', { worker: 'edge' })).body).toEqual({ metrics: [] })
    const remove = (worker: string) =>
      call('DELETE', `/api/observe/workers/${worker}`, { key: bob, as: 'removeWorker' })
    const foreignRemoval = await remove('edge')
    const absentRemoval = await remove('nobody')
    expect([foreignRemoval.status, foreignRemoval.bytes]).toEqual([404, absentRemoval.bytes])
    // Two organizations can use the same trace id.
    await sendTelemetry(bob, { service: 'edge', spans: [rootSpan('of-ada', at, { operationName: 'of bob' })] })
    expect((await runQuery(ada, 'traces/of-ada', 'getTrace')).body).toMatchObject({ spans: [{ operation: 'GET /' }] })
  })
})

describe('ingestTelemetry', () => {
  test.each([
    'internal:x',
    'INTERNAL:x',
    ' internal:x',
    'int\u00adernal:x',
    'int\u200bernal:x',
    'ｉｎｔｅｒｎａｌ:x',
    'internal：x',
    'ⓘnternal:x',
  ])('returns 400 for the reserved name %o', async (service) => {
    const { status, body } = await sendTelemetry(await observeKey(), { service, logs: [logOf(await now())] })
    expect([status, body.code, body.errors]).toMatchObject([400, 'invalid_input', [{ field: 'service' }]])
  })

  test.each<readonly [string, (at: number) => object]>([
    ['service', () => ({ logs: [] })],
    ['body', () => ({ service: 'edge' })],
    ['logs.0.timestamp', (at) => ({ service: 'edge', logs: [logOf(at - 25 * HOUR)] })],
    ['logs.0.timestamp', (at) => ({ service: 'edge', logs: [logOf(at + 6 * MINUTE)] })],
    ['logs.0.level', (at) => ({ service: 'edge', logs: [{ ...logOf(at), level: 'loud' }] })],
    ['spans.0.traceId', (at) => ({ service: 'edge', spans: [rootSpan('a b', at)] })],
    ['spans.0.sampleRate', (at) => ({ service: 'edge', spans: [rootSpan('a', at, { sampleRate: 0 })] })],
  ])('returns 400 for %s', async (field, bodyAt) => {
    const { status, body } = await sendTelemetry(await observeKey(), bodyAt(await now()))
    const fields = (body.errors as InvalidInput['errors']).map((each) => each.field)
    expect([status, fields.includes(field)]).toEqual([400, true])
  })

  test('returns 202 and advises batches to a worker that sends few events per request', async () => {
    const key = await observeKey()
    const at = await now()
    expect((await sendTelemetry(key, { service: 'edge', logs: [logOf(at)] })).headers.get('x-ingest-advice')).toBe(
      'batch',
    )
    const logs = Array.from({ length: 30 }, (_, i) => logOf(at, String(i)))
    expect((await sendTelemetry(key, { service: 'edge', logs })).headers.get('x-ingest-advice')).toBeNull()
  })
})

describe('listAlerts and listWorkerLogs', () => {
  test('listAlerts returns 200 with the 100 newest incidents of all statuses or of one', async () => {
    const key = await observeKey()
    const at = await now()
    const alerts = Array.from({ length: 130 }, (_, i) => ({
      id: `a${i}`,
      rule: { name: 'slow', severity: 'high' },
      startTime: at - i * MINUTE,
      message: 'p95',
      value: i,
      ...(i % 2 ? { status: 'resolved', endTime: at } : { status: 'firing' }),
    }))
    expect((await sendTelemetry(key, { service: 'edge', alerts })).status).toBe(202)
    const alertIds = async (query: Readonly<Record<string, string>>) => {
      const response = await runQuery<{ alerts: readonly { id: string }[] }>(key, 'alerts', 'listAlerts', query)
      return response.body.alerts.map(({ id }) => id)
    }
    const ids = alerts.map(({ id }) => id)
    expect(await alertIds({})).toEqual(ids.slice(0, 100))
    expect(await alertIds({ status: 'resolved' })).toEqual(ids.filter((_, i) => i % 2 === 1))
    expect(await alertIds({ status: 'firing' })).toEqual(ids.filter((_, i) => i % 2 === 0))
  })

  test('listAlerts and listTraces return the latest start of an incident or a root span that is sent twice', async () => {
    const key = await observeKey()
    const at = await now()
    const alert = { id: 'slow', rule: { name: 'slow', severity: 'high' }, status: 'firing' }
    for (const ago of [2 * MINUTE, MINUTE]) {
      const alerts = [{ ...alert, startTime: at - ago }]
      await sendTelemetry(key, { service: 'edge', alerts, spans: [rootSpan('moved', at - ago)] })
    }
    const started = new Date(at - MINUTE).toISOString()
    const { body } = await runQuery<{ alerts: readonly object[] }>(key, 'alerts', 'listAlerts')
    expect(body.alerts).toMatchObject([{ id: 'slow', started_at: started }])
    expect((await readPage(key)).body).toMatchObject({ total: 1, traces: [{ trace_id: 'moved', started_at: started }] })
  })

  test('listWorkerLogs returns 200 with logs of one level, newest first, up to the limit', async () => {
    const key = await observeKey()
    const at = await now()
    const logs = Array.from({ length: 9 }, (_, i) => ({
      ...logOf(at - i * 1_000, `m${i}`),
      level: i % 2 ? 'warn' : 'info',
    }))
    await sendTelemetry(key, { service: 'edge', logs })
    const query = { worker: 'edge', level: 'warn', limit: 3 }
    const { body } = await runQuery<{ logs: readonly object[] }>(key, 'logs', 'listWorkerLogs', query)
    expect(body.logs).toMatchObject([{ message: 'm1' }, { message: 'm3' }, { message: 'm5' }])
  })
})
