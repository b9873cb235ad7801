import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { otlpRoutes } from '../../../lambdas/observe/otlp/otlp-routes.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { sentLogs, sentMetrics, sentTraces } from '../telemetry/otlp-world.ts'
import { HOUR, observeOver, type Tier } from './observe-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

/** Ten seconds after the spans of the official SDK. */
const AT = 1_764_000_010_000
const JSON_TYPE = 'application/json'
const PROTOBUF = 'application/x-protobuf'

interface SendOptions {
  readonly type?: string
  readonly encoding?: string
  readonly tier?: Tier
  readonly at?: number
}

/** Sends bytes to a route and parses the response as JSON. */
const sends =
  (signal: 'traces' | 'logs' | 'metrics', tenant: string) =>
  async (body: Uint8Array, { type = JSON_TYPE, encoding, tier, at = AT }: SendOptions = {}) => {
    const routes = otlpRoutes(observeOver(world, { at, ...(tier && { tier }) }).deps)
    const { run } = routes[['traces', 'logs', 'metrics'].indexOf(signal)] as (typeof routes)[number]
    const headers = { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) }
    const caller = { kind: 'session', tenantId: tenant, orgId: `${tenant}-org`, userId: tenant, scopes: [] }
    const call = run as unknown as (request: object) => Promise<{ status: number; body: Uint8Array; headers: object }>
    const answer = await call({ body, headers, caller, query: {}, params: {} })
    return { status: answer.status, headers: answer.headers, text: Buffer.from(answer.body).toString() }
  }

const listed = async (tenant: string) => {
  const { list } = observeOver(world, { at: AT })
  return (await list(tenant, { query: { range: '1h', limit: 9, offset: 0 } })).body
}

it('accepts spans of the official SDK as JSON and protobuf, with and without gzip, with one result', async () => {
  const { json, protobuf, spans } = sentTraces()
  const forms = [
    { body: json, type: JSON_TYPE },
    { body: protobuf, type: PROTOBUF },
    { body: gzipSync(json), type: JSON_TYPE, encoding: 'gzip' },
    { body: gzipSync(protobuf), type: PROTOBUF, encoding: 'gzip' },
  ]
  for (const [i, { body, ...form }] of forms.entries()) {
    const answer = await sends('traces', `forms-${i}`)(body, form)
    expect(answer).toEqual({
      status: 200,
      headers: { 'content-type': form.type },
      text: form.type === JSON_TYPE ? '{}' : '',
    })
  }
  const [first, ...others] = await Promise.all(forms.map((_, i) => listed(`forms-${i}`)))
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
  expect((await sends('logs', 'signals')(sentLogs().json)).text).toBe('{}')
  const { json } = await sentMetrics()
  const now = Date.now()
  expect((await sends('metrics', 'signals')(json, { at: now })).text).toBe('{}')
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
  const { json } = sentTraces()
  const old = await sends('traces', 'late')(json, { tier: 'free', at: AT + 25 * HOUR })
  expect([old.status, JSON.parse(old.text)]).toEqual([
    200,
    { partialSuccess: { rejectedSpans: '2', errorMessage: expect.stringContaining('retention of 24 hours') } },
  ])
  const renamed = (name: string) => Buffer.from(Buffer.from(json).toString().replaceAll('checkout', name))
  const internal = await sends('traces', 'late')(renamed('internal:x'))
  expect(JSON.parse(internal.text).partialSuccess.errorMessage).toBe('service.name must not begin with internal:')
  expect((await sends('traces', 'late')(renamed('one'), { tier: 'free' })).text).toBe('{}')
  const second = await sends('traces', 'late')(renamed('two'), { tier: 'free' })
  expect(JSON.parse(second.text).partialSuccess).toMatchObject({
    rejectedSpans: '2',
    errorMessage: expect.stringContaining('worker limit of the free plan (1)'),
  })
})

it('refuses unreadable bodies, and decompresses only up to the limit', async () => {
  const send = sends('traces', 'broken')
  const codeOf = (body: Uint8Array, form: SendOptions) => send(body, form).catch(({ code }: { code: string }) => code)
  expect(await codeOf(Buffer.from('{'), {})).toBe('invalid_input')
  expect(await codeOf(Buffer.from([255, 255]), { type: PROTOBUF })).toBe('invalid_input')
  expect(await codeOf(Buffer.from('{}'), { encoding: 'gzip' })).toBe('invalid_input')
  const bomb = gzipSync(Buffer.alloc(50_000_000))
  expect(bomb.length).toBeLessThan(65_536)
  expect(await codeOf(bomb, { encoding: 'gzip' })).toBe('payload_too_large')
})

const spansOf = (services: readonly string[], members: object = {}) =>
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
                startTimeUnixNano: `${AT - 5_000}000000`,
                endTimeUnixNano: `${AT - 4_000}000000`,
                ...members,
              },
            ],
          },
        ],
      })),
    }),
  )

it('accepts spans of at most 100 services per request, and rejects the others without database calls', async () => {
  const services = Array.from({ length: 4_000 }, (_, i) => `service-${i}`)
  const { text } = await sends('traces', 'crowd')(spansOf(services), { tier: 'team' })
  const { partialSuccess } = JSON.parse(text) as { partialSuccess: { rejectedSpans: number; errorMessage: string } }
  expect(Number(partialSuccess.rejectedSpans)).toBe(3_980)
  expect(partialSuccess.errorMessage).toMatch(/at most 100 services/)
  expect((await listed('crowd')).total).toBe(20)
})

it('counts traces of the smallest sample rate, and refuses spans longer than a year', async () => {
  const sampled = spansOf(['edge'], { traceState: 'ot=th:ffffffffffffff' })
  expect((await sends('traces', 'sampled')(sampled)).text).toBe('{}')
  expect((await listed('sampled')).total).toBe(1)
  const long = spansOf(['edge'], { endTimeUnixNano: `${AT + 400 * 24 * HOUR}000000` })
  expect((await sends('traces', 'long')(long)).text).toMatch(/"rejectedSpans":"?1\b.*366 days/)
})
