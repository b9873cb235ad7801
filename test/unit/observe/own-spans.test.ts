import { sha256Hex } from '@signet/receipts/digest'
import { readRequest, spansOf } from '@signet/telemetry/otlp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { internalRoutes } from '../../../lambdas/observe/internal/internal-routes.ts'
import { operatorsIn, scopesWithOperators } from '../../../lambdas/observe/internal/operators.ts'
import { collector, headersIn } from '../../../lambdas/observe/spans/collector.ts'
import { spanOfLine } from '../../../lambdas/observe/spans/span-line.ts'
import { sampledSpans, storeSpans } from '../../../lambdas/observe/spans/store-spans.ts'
import { internalStanding } from '../../../lambdas/observe/workers/internal-standing.ts'
import { atEveryCall, type CrashPoint, crashPoint } from '../../support/crash-point.ts'
import { callRoute } from '../../support/paid-world.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { NOW, observeOver } from './observe-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

/** Returns a trace id that is part of every sample, because its last 13 digits are zero. */
const traceId = (n: number): string => `${n.toString(16).padStart(19, 'a')}${'0'.repeat(13)}`
const spanId = (n: number): string => (n + 1).toString(16).padStart(16, '0')

interface SpanLineOptions {
  readonly fn: string
  readonly trace: string
  readonly id: string
  readonly parent?: string
  readonly reason?: string
  readonly ids?: object
}

/** Returns the log line that the kernel writes at the end of a span. */
const lineOf = ({ fn, trace, id, parent, reason, ids: more = {} }: SpanLineOptions): string =>
  JSON.stringify({
    time: new Date(NOW).toISOString(),
    level: 'info',
    message: 'span',
    function: fn,
    trace_id: trace,
    span_id: id,
    tenant_id: 'acme',
    ...more,
    span: {
      ...(parent && { parent }),
      kind: 'consumer',
      start: NOW,
      ms: 12.5,
      ...(reason === undefined ? { status: 'ok' } : { status: 'error', reason }),
    },
  })

const deliveryOf = (...lines: readonly SpanLineOptions[]) =>
  lines.map((line, i) => ({ id: `e-${i}`, message: lineOf(line) }))

type Call = ReturnType<typeof callRoute>

/** Opens the internal telemetry of the platform, which contains every trace. */
const openInternal = (crash?: CrashPoint) => {
  const { deps } = observeOver(world, crash ? { crash } : {})
  const internalDeps = { ...deps, tierStatusOf: internalStanding }
  const [summary, list, get] = internalRoutes(internalDeps).map(callRoute) as [Call, Call, Call]
  const read = async (n: number) => (await get('operator', { params: { id: traceId(n) } })).body as unknown as Detail
  return { store: storeSpans({ ...internalDeps, rate: 1 }), summary, list, read }
}

const spansOfJob = (
  n: number,
  ids: object = { job_id: `job-${n}`, request_id: `request-${n}` },
): readonly SpanLineOptions[] => [
  { fn: 'images-api', trace: traceId(n), id: spanId(n * 8), ids },
  { fn: 'images-dispatch', trace: traceId(n), id: spanId(n * 8 + 1), parent: spanId(n * 8), ids },
  {
    fn: 'images-paint',
    trace: traceId(n),
    id: spanId(n * 8 + 2),
    parent: spanId(n * 8 + 1),
    reason: 'Error: the vendor is unavailable',
  },
]

interface Detail {
  readonly trace: { readonly status: string; readonly has_error: boolean; readonly services: readonly string[] }
  readonly spans: readonly {
    readonly span_id: string
    readonly parent_span_id: string | null
    readonly attributes: object
  }[]
}

describe('the log line of a span', () => {
  it('yields a span with its ids as attributes, and other lines are ignored', () => {
    expect(spanOfLine(lineOf(spansOfJob(1)[1] as SpanLineOptions))).toEqual({
      traceId: traceId(1),
      spanId: spanId(9),
      parentSpanId: spanId(8),
      operation: 'images-dispatch',
      service: 'internal:images-dispatch',
      start: NOW,
      end: NOW + 12.5,
      duration: 12.5,
      status: 'ok',
      attributes: { 'otel.kind': 'consumer', tenant_id: 'acme', job_id: 'job-1', request_id: 'request-1' },
      events: [],
    })
    for (const text of ['', '{', 'null', '{"span":{"kind":"server"}}', lineOf({ fn: 'a', trace: 'x', id: spanId(1) })])
      expect(spanOfLine(text), text).toBeUndefined()
  })
})

describe('the sample of internal traces', () => {
  const spansOfTrace = (trace: string) => spansOfJob(0).map((each) => spanOfLine(lineOf({ ...each, trace })) as never)

  it('contains all spans of a sampled trace, and only the failures of other traces', () => {
    expect(sampledSpans(spansOfTrace(`${'a'.repeat(19)}${'0'.repeat(13)}`), 0.25)).toMatchObject([
      { sampleRate: 0.25 },
      { sampleRate: 0.25 },
      { status: 'error', parentSpanId: spanId(1) },
    ])
    const [failed, ...others] = sampledSpans(spansOfTrace(`${'a'.repeat(19)}${'f'.repeat(13)}`), 0.25)
    expect(others).toEqual([])
    expect(failed).toMatchObject({ status: 'error', attributes: { 'signet.parent': spanId(1) } })
    expect(failed).not.toHaveProperty('parentSpanId')
    expect(failed).not.toHaveProperty('sampleRate')
  })

  it('contains the configured share of traces, with the same decision in every function', () => {
    const ids = Array.from({ length: 4_000 }, (_, i) => sha256Hex(`trace ${i}`).slice(0, 32))
    const inSample = ids.filter((trace) => sampledSpans(spansOfTrace(trace).slice(0, 1), 0.1).length === 1)
    expect(inSample.length / ids.length).toBeGreaterThan(0.08)
    expect(inSample.length / ids.length).toBeLessThan(0.12)
    for (const trace of inSample.slice(0, 50)) expect(sampledSpans(spansOfTrace(trace), 0.1)).toHaveLength(3)
  })
})

describe('internal spans', () => {
  it('form one tree across functions, which operators find by its job or request id and other users cannot read', async () => {
    const { store, summary, list, read } = openInternal()
    for (const line of spansOfJob(2)) await store(deliveryOf(line))
    const body = await read(2)
    expect(body.trace).toMatchObject({ status: 'ok', has_error: true })
    expect(body.trace.services).toEqual(['internal:images-api', 'internal:images-dispatch', 'internal:images-paint'])
    const ids = new Set(body.spans.map(({ span_id }) => span_id))
    expect(ids.size).toBe(3)
    for (const { parent_span_id: parent } of body.spans) expect(parent === null || ids.has(parent)).toBe(true)
    const paint = body.spans.find(({ span_id }) => span_id === spanId(18))
    expect(paint).toMatchObject({ status: 'error', attributes: { tenant_id: 'acme' } })
    for (const id of ['job-2', 'request-2']) {
      const query = { about: id, range: '1h', limit: 50, offset: 0 }
      expect((await list('operator', { query })).body).toMatchObject({ total: 1, traces: [{ trace_id: traceId(2) }] })
    }
    const { body: summaryBody } = await summary('operator', { query: { range: '1h' } })
    expect(JSON.stringify(summaryBody)).toContain('internal:images-api')
    // Users see no internal telemetry, even if they name the internal tenant.
    const { get: publicGet, summary: publicSummary } = observeOver(world)
    expect(await publicGet('internal:', { params: { id: traceId(2) } })).toMatchObject({ code: 'not_found' })
    expect((await publicSummary('internal:', { query: { range: '1h' } })).body).toMatchObject({ workers: [] })
  })

  let failureCount = 0
  it('stay complete and unique after a crash at any call and a repeated delivery', async () => {
    const failures = await atEveryCall(crashPoint, async (crash, name) => {
      const n = 100 + failureCount++
      const lines = deliveryOf(...spansOfJob(n, { job_id: `fault-${n}` }))
      await openInternal(crash)
        .store(lines)
        .catch(() => undefined)
      const { store, list, read } = openInternal()
      // CloudWatch Logs can deliver the same lines again, even after a success.
      await store(lines)
      await store(lines)
      const body = await read(n)
      expect(body.spans.map(({ span_id }) => span_id).toSorted(), name).toEqual(spansOfJob(n).map(({ id }) => id))
      const query = { about: `fault-${n}`, range: '1h', limit: 50, offset: 0 }
      expect((await list('operator', { query })).body, name).toMatchObject({ total: 1 })
    })
    expect(failures).toBeGreaterThan(10)
    const { body } = await openInternal().summary('operator', { query: { range: '1h', worker: 'internal:images-api' } })
    // Each root counts once: the root of the previous test, and one per crash.
    expect(body).toMatchObject({ workers: [{ total_traces: 1 + failureCount }] })
  })
})

describe('a span collector', () => {
  const spans = spansOfJob(3).map((each) => spanOfLine(lineOf(each)) as never)
  const collectorWith = (status: number) => {
    const fetch = vi.fn(async () => new Response(null, { status }))
    const error = vi.fn()
    const headers = async () => headersIn('api-key=a%20b, X-Org=1')
    return { fetch, error, send: collector({ endpoint: 'http://c/', stage: 'dev', headers, fetch, log: { error } }) }
  }

  it('receives an OTLP request that parses to the sent spans', async () => {
    const { fetch, send } = collectorWith(200)
    await send(spans)
    const [url, { headers, body }] = fetch.mock.calls[0] as unknown as [string, { headers: object; body: string }]
    expect([url, headers]).toEqual([
      'http://c/v1/traces',
      { 'api-key': 'a b', 'x-org': '1', 'content-type': 'application/json' },
    ])
    const parsed = spansOf(readRequest('traces', new TextEncoder().encode(body), 'json'))
    expect(parsed.rejected).toBe(0)
    expect(parsed.spans).toMatchObject(
      (spans as readonly { attributes: object; events: object }[]).map(({ attributes, events, ...span }) => span),
    )
  })

  it('causes an error for a retry if it is busy, and a log entry if it rejects the spans', async () => {
    const busy = collectorWith(503)
    await expect(busy.send(spans)).rejects.toThrow('The collector returned status 503')
    const refusing = collectorWith(400)
    await refusing.send(spans)
    expect([busy.error.mock.calls.length, refusing.error.mock.calls]).toEqual([
      0,
      [['collector refused spans', { status: 400, spans: 3 }]],
    ])
  })
})

describe('operators', () => {
  const session = { kind: 'session', tenantId: 't', userId: 'ann', scopes: [], rateKey: 'r' } as const
  const hasOperatorScope = scopesWithOperators(operatorsIn('ann,bob'))

  it('include the sessions of the configured users, but not their keys and agents, even with the scope', () => {
    expect(hasOperatorScope(session, 'operator:observe')).toBe(true)
    const otherCallers = [
      { ...session, userId: 'eve' },
      { kind: 'session', tenantId: 't', scopes: [], rateKey: 'r' },
      { ...session, kind: 'key', scopes: ['operator:observe'] },
      { ...session, kind: 'oauth', scopes: ['operator:observe'] },
      { ...session, kind: 'service', scopes: ['operator:observe'] },
    ] as const
    for (const caller of otherCallers)
      expect(hasOperatorScope(caller, 'operator:observe'), JSON.stringify(caller)).toBe(false)
    expect([hasOperatorScope(session, 'observe:read'), hasOperatorScope(session, 'operator:tenants')]).toEqual([
      true,
      false,
    ])
  })

  it('do not exist with the setting `none`, and include all signed-in users with `*`', () => {
    expect(scopesWithOperators(operatorsIn('none'))(session, 'operator:observe')).toBe(false)
    expect(scopesWithOperators(operatorsIn('*'))({ ...session, userId: 'eve' }, 'operator:observe')).toBe(true)
  })
})
