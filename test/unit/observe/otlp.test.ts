import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { otlpRoutes } from '../../../lambdas/observe/otlp/otlp-routes.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { sdkLogs, sdkMetrics, sdkTraces } from '../telemetry/otlp-world.ts'
import { HOUR, observeOver, type Tier } from './observe-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

/** Ten seconds after the spans of the official SDK. */
const SENT_AT = 1_764_000_010_000
const JSON_TYPE = 'application/json'
const PROTOBUF = 'application/x-protobuf'

interface SendOptions {
  readonly type?: string
  readonly encoding?: string
  readonly tier?: Tier
  readonly at?: number
}

/** Sends bytes to a route and parses the response as JSON. */
const senderOf =
  (signal: 'traces' | 'logs' | 'metrics', tenant: string) =>
  async (body: Uint8Array, { type = JSON_TYPE, encoding, tier, at = SENT_AT }: SendOptions = {}) => {
    const routes = otlpRoutes(observeOver(world, { at, ...(tier && { tier }) }).deps)
    const { run } = routes[['traces', 'logs', 'metrics'].indexOf(signal)] as (typeof routes)[number]
    const headers = { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) }
    const caller = { kind: 'session', tenantId: tenant, orgId: `${tenant}-org`, userId: tenant, scopes: [] }
    const call = run as unknown as (request: object) => Promise<{ status: number; body: Uint8Array; headers: object }>
    const response = await call({ body, headers, caller, query: {}, params: {} })
    return { status: response.status, headers: response.headers, text: Buffer.from(response.body).toString() }
  }

const listTraces = async (tenant: string) => {
  const { list } = observeOver(world, { at: SENT_AT })
  return (await list(tenant, { query: { range: '1h', limit: 9, offset: 0 } })).body
}

it('stores the same traces for JSON and protobuf of the official SDK, with and without gzip', async () => {
  const { json, protobuf, spans } = sdkTraces()
  const formats = [
    { body: json, type: JSON_TYPE },
    { body: protobuf, type: PROTOBUF },
    { body: gzipSync(json), type: JSON_TYPE, encoding: 'gzip' },
    { body: gzipSync(protobuf), type: PROTOBUF, encoding: 'gzip' },
  ]
  for (const [i, { body, ...format }] of formats.entries()) {
    const response = await senderOf('traces', `forms-${i}`)(body, format)
    expect(response).toEqual({
      status: 200,
      headers: { 'content-type': format.type },
      text: format.type === JSON_TYPE ? '{}' : '',
    })
  }
  const [first, ...others] = await Promise.all(formats.map((_, i) => listTraces(`forms-${i}`)))
  for (const other of others) expect(other).toEqual(first)
  const roots = spans.filter(({ parentSpanContext }) => !parentSpanContext)
  expect(first).toMatchObject({
    total: roots.length,
    traces: [
      { worker_name: 'checkout', status: 'error', error_msg: 'the card is refused', duration_ms: 7 },
      { worker_name: 'checkout', status: 'ok', error_msg: null, duration_ms: 100 },
    ],
  })
})

it('accepts logs and metrics', async () => {
  expect((await senderOf('logs', 'signals')(sdkLogs().json)).text).toBe('{}')
  const { json } = await sdkMetrics()
  const now = Date.now()
  expect((await senderOf('metrics', 'signals')(json, { at: now })).text).toBe('{}')
  const { metrics } = observeOver(world, { at: now })
  const { body } = await metrics('signals', { query: { worker: 'checkout', range: '1h' } })
  const rows = body.metrics as { name: string; type: string; count: number; p95: number | null }[]
  const histograms = rows.filter(({ type }) => type === 'histogram')
  expect(histograms.length).toBeGreaterThan(0)
  for (const { count, p95 } of histograms) {
    expect(count).toBe(100)
    expect(p95).toBeGreaterThan(0)
  }
})

it('reports rejected records as a partial success, which clients do not retry', async () => {
  const { json } = sdkTraces()
  const old = await senderOf('traces', 'late')(json, { tier: 'free', at: SENT_AT + 25 * HOUR })
  expect([old.status, JSON.parse(old.text)]).toEqual([
    200,
    { partialSuccess: { rejectedSpans: '2', errorMessage: expect.stringContaining('retention of 24 hours') } },
  ])
  const withService = (name: string) => Buffer.from(Buffer.from(json).toString().replaceAll('checkout', name))
  const internal = await senderOf('traces', 'late')(withService('internal:x'))
  expect(JSON.parse(internal.text).partialSuccess.errorMessage).toBe('service.name must not begin with internal:')
  expect((await senderOf('traces', 'late')(withService('one'), { tier: 'free' })).text).toBe('{}')
  const second = await senderOf('traces', 'late')(withService('two'), { tier: 'free' })
  expect(JSON.parse(second.text).partialSuccess).toMatchObject({
    rejectedSpans: '2',
    errorMessage: expect.stringContaining('worker limit of the free plan (1)'),
  })
})

it('rejects invalid bodies, and decompresses only up to the limit', async () => {
  const send = senderOf('traces', 'broken')
  const codeOf = (body: Uint8Array, format: SendOptions) =>
    send(body, format).catch(({ code }: { code: string }) => code)
  expect(await codeOf(Buffer.from('{'), {})).toBe('invalid_input')
  expect(await codeOf(Buffer.from([255, 255]), { type: PROTOBUF })).toBe('invalid_input')
  expect(await codeOf(Buffer.from('{}'), { encoding: 'gzip' })).toBe('invalid_input')
  const bomb = gzipSync(Buffer.alloc(50_000_000))
  expect(bomb.length).toBeLessThan(65_536)
  expect(await codeOf(bomb, { encoding: 'gzip' })).toBe('payload_too_large')
})

const requestOf = (services: readonly string[], spanFields: object = {}) =>
  Buffer.from(
    JSON.stringify({
      resourceSpans: services.map((service, i) => ({
        resource: { attributes: [{ key: 'service.name', value: { stringValue: service } }] },
        scopeSpans: [
          {
            spans: [
              {
                traceId: (i + 1).toString(16).padStart(32, 'a'),
                spanId: 'b'.repeat(16),
                name: 'GET /',
                startTimeUnixNano: `${SENT_AT - 5_000}000000`,
                endTimeUnixNano: `${SENT_AT - 4_000}000000`,
                ...spanFields,
              },
            ],
          },
        ],
      })),
    }),
  )

it('accepts spans of at most 100 services per request, and rejects the others without database calls', async () => {
  const services = Array.from({ length: 4_000 }, (_, i) => `service-${i}`)
  const { text } = await senderOf('traces', 'crowd')(requestOf(services), { tier: 'team' })
  const { partialSuccess } = JSON.parse(text) as { partialSuccess: { rejectedSpans: number; errorMessage: string } }
  expect(Number(partialSuccess.rejectedSpans)).toBe(3_980)
  expect(partialSuccess.errorMessage).toMatch(/at most 100 services/)
  expect((await listTraces('crowd')).total).toBe(20)
})

it('counts traces of the smallest sample rate, and refuses spans longer than a year', async () => {
  const sampled = requestOf(['edge'], { traceState: 'ot=th:ffffffffffffff' })
  expect((await senderOf('traces', 'sampled')(sampled)).text).toBe('{}')
  expect((await listTraces('sampled')).total).toBe(1)
  const long = requestOf(['edge'], { endTimeUnixNano: `${SENT_AT + 400 * 24 * HOUR}000000` })
  expect((await senderOf('traces', 'long')(long)).text).toMatch(/"rejectedSpans":"?1\b.*366 days/)
})
