import { afterEach, describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { endOutages, planOutage } from '../../support/control.ts'
import { newKey } from '../../support/credentials.ts'
import { now, observeKey, runQuery, sendTelemetry } from './observe-world.ts'

afterEach(endOutages)

const MINUTE = 60_000
const HOUR = 60 * MINUTE

interface Page {
  readonly series: readonly {
    readonly series_id: string
    readonly tags: object
    readonly points: readonly { readonly sum: number; readonly exemplars: readonly object[] }[]
  }[]
  readonly next_cursor: string | null
}

const ORDERS = { worker: 'edge', name: 'orders', range: '1h', step: '5m' }
const listSeries = (key: string, query: Readonly<Record<string, string | number>> = {}) =>
  runQuery<Page>(key, 'metrics/series', 'listMetricSeries', { ...ORDERS, ...query })

const orderOf = (timestamp: number, value: number, plan: string) => ({
  name: 'orders',
  type: 'counter',
  unit: '1',
  value,
  timestamp,
  tags: { plan },
})

const exemplar = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), asDouble: 9 }

/** A cumulative sum in OTLP since a start time, with an exemplar. */
const totalOf = (since: number, at: number, asInt: string) => {
  const times = { startTimeUnixNano: `${since}000000`, timeUnixNano: `${at}000000` }
  const attributes = [{ key: 'plan', value: { stringValue: 'pro' } }]
  const filteredAttributes = [{ key: 'order', value: { intValue: '7' } }]
  const exemplars = [{ ...exemplar, timeUnixNano: `${at}000000`, filteredAttributes }]
  const sum = { dataPoints: [{ ...times, asInt, attributes, exemplars }], aggregationTemporality: 2, isMonotonic: true }
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'edge' } }] }
  return Buffer.from(
    JSON.stringify({ resourceMetrics: [{ resource, scopeMetrics: [{ metrics: [{ name: 'orders', sum }] }] }] }),
  )
}
const sendTotal = (key: string, since: number, at: number, total: string) =>
  call('POST', '/v1/metrics', {
    key,
    raw: totalOf(since, at, total),
    headers: { 'content-type': 'application/json' },
    as: 'ingestOtlpMetrics',
  })

describe('listMetricSeries', () => {
  test('returns 200 with one series per tag set, page by page, and no series for an unknown worker', async () => {
    const key = await observeKey()
    const at = await now()
    const metrics = [orderOf(at, 3, 'pro'), orderOf(at, 4, 'pro'), orderOf(at, 5, 'free')]
    expect((await sendTelemetry(key, { service: 'edge', metrics })).status).toBe(202)
    const { body } = await listSeries(key)
    const sums = body.series.map(({ tags, points }) => [tags, points.reduce((sum, point) => sum + point.sum, 0)])
    expect(new Map(sums.map(([tags, sum]) => [JSON.stringify(tags), sum]))).toEqual(
      new Map([
        ['{"plan":"pro"}', 7],
        ['{"plan":"free"}', 5],
      ]),
    )
    const first = (await listSeries(key, { limit: 1 })).body
    const second = (await listSeries(key, { limit: 1, cursor: String(first.next_cursor) })).body
    expect([...first.series, ...second.series]).toEqual(body.series)
    expect((await listSeries(key, { type: 'gauge' })).body.series).toEqual([])
    expect((await listSeries(key, { worker: 'nobody' })).body.series).toEqual([])
    expect((await listSeries(await observeKey())).body.series).toEqual([])
  })

  test('returns 200 with the differences of running totals and their exemplars; repeated and late totals add nothing', async () => {
    const key = await observeKey()
    const at = await now()
    for (const [ago, total] of [
      [3, '7'],
      [2, '10'],
      [2, '10'],
      [3, '7'],
    ] as const)
      expect((await sendTotal(key, at - HOUR, at - ago * MINUTE, total)).body).toEqual({})
    const [series] = (await listSeries(key)).body.series
    expect(series?.tags).toEqual({ plan: 'pro' })
    // 7 since the start time, and 3 more.
    expect(series?.points.reduce((sum, point) => sum + point.sum, 0)).toBe(10)
    expect(series?.points.flatMap(({ exemplars }) => exemplars)).toContainEqual({
      value: 9,
      time: new Date(at - 2 * MINUTE).toISOString(),
      attributes: { order: 7 },
      trace_id: 'a'.repeat(32),
      span_id: 'b'.repeat(16),
    })
  })

  test('returns 400 with each invalid field', async () => {
    const key = await observeKey()
    for (const [field, query] of [
      ['step', { range: '7d' }],
      ['step', { step: '1m' }],
      ['limit', { limit: 21 }],
      ['cursor', { cursor: 'gauge.x' }],
      ['name', { name: '' }],
    ] as const) {
      const { status, body } = await listSeries(key, query)
      const { errors } = body as unknown as { readonly errors: readonly { readonly field: string }[] }
      expect([status, errors.map((each) => each.field)]).toEqual([400, [field]])
    }
  })

  test('returns 401 without a key, 403 without the scope, and 503 while the table is throttled', async () => {
    expect((await call('GET', '/api/observe/metrics/series?worker=a&name=b', { as: 'listMetricSeries' })).status).toBe(
      401,
    )
    expect((await listSeries(await newKey('platform', ['observe:write']))).status).toBe(403)
    const key = await observeKey()
    const busy = { service: 'dynamodb', times: 1_000, status: 400, type: 'ThrottlingException' } as const
    await planOutage({ function: 'observe-api', operation: 'Query', ...busy })
    expect((await listSeries(key)).status).toBe(503)
  })
})

test('points beyond the daily series limit of the plan are a partial success with a reason', async () => {
  const key = await observeKey()
  const at = await now()
  const metrics = Array.from({ length: 203 }, (_, i) => orderOf(at, 1, `plan-${i}`))
  expect((await sendTelemetry(key, { service: 'edge', metrics })).body).toEqual({ ok: true, metrics_rejected: 3 })
  expect((await sendTotal(key, at - HOUR, at, '7')).body).toEqual({
    partialSuccess: {
      rejectedDataPoints: '1',
      errorMessage:
        'The worker has reached its limit of 200 series per day (combinations of metric name and attributes)',
    },
  })
})
