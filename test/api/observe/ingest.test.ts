import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { endOutages, planOutage } from '../../support/control.ts'
import { logOf, now, observeKey, rootSpan, runQuery, sendTelemetry } from './observe-world.ts'

afterEach(endOutages)

interface Traces {
  readonly traces: readonly { readonly trace_id: string; readonly worker_name: string }[]
  readonly total: number
}

const sendOtlp = (key: string, signal: string, raw: Uint8Array, headers: Readonly<Record<string, string>> = {}) =>
  call('POST', `/v1/${signal}`, {
    key,
    raw,
    headers: { 'content-type': 'application/json', ...headers },
    as: `ingestOtlp${signal.charAt(0).toUpperCase()}${signal.slice(1)}`,
  })

describe('telemetry routes', () => {
  test('ingestTelemetry returns 202, and the summary, traces, trace, logs, metrics and alerts contain the telemetry', async () => {
    const key = await observeKey()
    const at = await now()
    const alert = { id: 'a', rule: { name: 'slow', severity: 'high' }, status: 'firing', startTime: at, message: 'p95' }
    const metric = { name: 'queue', value: 3, unit: 'jobs', timestamp: at, type: 'gauge' }
    const logs = [logOf(at, 'of a trace', { traceId: 't' }), logOf(at, 'without a trace')]
    const spans = [rootSpan('t', at), rootSpan('t', at, { spanId: 'child', parentSpanId: 'root', status: 'error' })]
    const { status, body } = await sendTelemetry(key, {
      service: 'edge',
      spans,
      logs,
      metrics: [metric],
      alerts: [alert],
    })
    expect([status, body]).toEqual([202, { ok: true }])

    expect((await runQuery(key, 'summary', 'getObserveSummary')).body).toMatchObject({
      range: '24h',
      workers: [{ worker_name: 'edge', total_traces: 1, error_rate: 0, ingest: { events: 6, daily_limit: 10_000 } }],
    })
    expect((await runQuery(key, 'traces', 'listTraces', { limit: 1 })).body).toMatchObject({
      total: 1,
      traces: [{ trace_id: 't', worker_name: 'edge', status: 'ok', duration_ms: 100, error_msg: null }],
    })
    expect((await runQuery(key, 'traces/t', 'getTrace')).body).toMatchObject({
      trace: { span_count: 2, has_error: true },
      spans: [
        { span_id: 'root', parent_span_id: null },
        { span_id: 'child', parent_span_id: 'root' },
      ],
      logs: [{ message: 'of a trace' }],
    })
    expect((await runQuery(key, 'logs', 'listWorkerLogs', { worker: 'edge' })).body).toMatchObject({
      logs: [{ message: 'without a trace' }],
    })
    expect((await runQuery(key, 'metrics', 'listMetrics', { worker: 'edge' })).body).toMatchObject({
      metrics: [{ name: 'queue', last: 3 }],
    })
    expect((await runQuery(key, 'alerts', 'listAlerts', { status: 'firing' })).body).toMatchObject({
      alerts: [{ id: 'a', rule_name: 'slow', ended_at: null }],
    })
  })

  test('ingestTelemetry returns 400 with each invalid field, 413 above 64 KiB, 403 for a second worker on Free, and 429 above the daily limit', async () => {
    const key = await observeKey()
    const at = await now()
    const empty = await sendTelemetry(key, { service: 'internal:x' })
    expect([empty.status, empty.body.errors]).toMatchObject([400, [{ field: 'service' }, { field: 'body' }]])
    const large = await sendTelemetry(key, { service: 'edge', logs: [logOf(at, 'x'.repeat(66_000))] })
    expect([large.status, large.body.code]).toEqual([413, 'payload_too_large'])
    expect((await sendTelemetry(key, { service: 'edge', logs: [logOf(at)] })).status).toBe(202)
    const second = await sendTelemetry(key, { service: 'other', logs: [logOf(at)] })
    expect([second.status, second.body]).toMatchObject([
      403,
      { code: 'worker_limit', tier: 'free', limit: 1, upgrade: '/pricing' },
    ])
    // Metrics are the shortest records: a body can contain 700 of them.
    const metrics = Array.from({ length: 700 }, () => ({ name: 'm', value: 1, timestamp: at, type: 'gauge' }))
    for (let i = 0; i < 14; i++)
      await sendTelemetry(key, { service: 'edge', metrics: [{ ...metrics[0], value: i }, ...metrics.slice(1)] })
    // The body differs from all earlier ones, because a repeated body counts once.
    const last = await sendTelemetry(key, {
      service: 'edge',
      metrics: [{ ...metrics[0], value: 99 }, ...metrics.slice(1)],
    })
    // `used`: one log and 14 bodies of 700 metrics.
    expect([last.status, last.body]).toMatchObject([
      429,
      { code: 'daily_limit', dailyLimit: 10_000, used: 9_801, retryable: false },
    ])
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('removeWorker returns 204, and 404 for an unknown worker', async () => {
    const key = await observeKey()
    const at = await now()
    await sendTelemetry(key, { service: 'edge', spans: [rootSpan('t', at)] })
    const remove = () => call('DELETE', '/api/observe/workers/edge', { key, as: 'removeWorker' })
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 404])
    expect((await runQuery(key, 'traces/t', 'getTrace')).status).toBe(404)
    expect((await runQuery<Traces>(key, 'traces', 'listTraces')).body.total).toBe(0)
  })

  test('ingestTelemetry returns 503 while the table is throttled, and a retry succeeds', async () => {
    const key = await observeKey()
    const at = await now()
    const body = { service: 'edge', spans: [rootSpan('t', at)] }
    const busy = { service: 'dynamodb', times: 1_000, status: 400, type: 'ThrottlingException' } as const
    await planOutage({ function: 'observe-api', operation: 'TransactWriteItems', ...busy })
    expect((await sendTelemetry(key, body)).status).toBe(503)
    await endOutages()
    expect((await sendTelemetry(key, body)).status).toBe(202)
  })
})

describe('OTLP routes', () => {
  const traces = (at: number) => ({
    resourceSpans: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 'checkout' } }] },
        scopeSpans: [
          {
            spans: [
              {
                traceId: 'a'.repeat(32),
                spanId: 'b'.repeat(16),
                name: 'POST /orders',
                kind: 2,
                startTimeUnixNano: `${at}000000`,
                endTimeUnixNano: `${at + 5}000000`,
              },
            ],
          },
        ],
      },
    ],
  })

  test('return 200 for gzip-compressed JSON and list its spans, and report old spans as a partial success', async () => {
    const key = await observeKey()
    const at = await now()
    const body = gzipSync(JSON.stringify(traces(at)))
    const { status, body: responseBody } = await sendOtlp(key, 'traces', body, { 'content-encoding': 'gzip' })
    expect([status, responseBody]).toEqual([200, {}])
    expect((await runQuery<Traces>(key, 'traces', 'listTraces')).body).toMatchObject({
      total: 1,
      traces: [{ worker_name: 'checkout', trace_id: 'a'.repeat(32) }],
    })
    // 25 hours ago.
    const old = await sendOtlp(key, 'traces', Buffer.from(JSON.stringify(traces(at - 90_000_000))))
    expect([old.status, old.body]).toMatchObject([200, { partialSuccess: { rejectedSpans: '1' } }])
  })

  test('return 200 for empty logs and metrics, and 400 for an invalid body', async () => {
    const key = await observeKey()
    expect((await sendOtlp(key, 'logs', Buffer.from('{"resourceLogs":[]}'))).status).toBe(200)
    expect((await sendOtlp(key, 'metrics', Buffer.from('{"resourceMetrics":[]}'))).status).toBe(200)
    expect((await sendOtlp(key, 'traces', Buffer.from('{'))).status).toBe(400)
  })
})
