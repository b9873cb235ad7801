import { gzipSync } from 'node:zlib'
import protobuf from 'protobufjs/light.js'
import { afterEach, describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { endOutages, planOutage } from '../../support/control.ts'
import { now, observeKey, runQuery } from './observe-world.ts'

afterEach(endOutages)

const JSON_TYPE = 'application/json'
const PROTOBUF = 'application/x-protobuf'
const SIGNALS = ['traces', 'logs', 'metrics'] as const

/** The protobuf messages google.rpc.Status, BadRequest and the reply to spans, by the field numbers of the standards. */
const messages = protobuf.Root.fromJSON({
  nested: {
    Status: {
      fields: {
        code: { id: 1, type: 'int32' },
        message: { id: 2, type: 'string' },
        details: { id: 3, type: 'Any', rule: 'repeated' },
      },
    },
    Any: { fields: { typeUrl: { id: 1, type: 'string' }, value: { id: 2, type: 'bytes' } } },
    BadRequest: { fields: { fieldViolations: { id: 1, type: 'FieldViolation', rule: 'repeated' } } },
    FieldViolation: { fields: { field: { id: 1, type: 'string' }, description: { id: 2, type: 'string' } } },
    TraceReply: { fields: { partialSuccess: { id: 1, type: 'Partial' } } },
    Partial: { fields: { rejectedSpans: { id: 1, type: 'int64' }, errorMessage: { id: 2, type: 'string' } } },
  },
})
const decode = <T>(name: string, bytes: Uint8Array): T => {
  const type = messages.lookupType(name)
  return type.toObject(type.decode(bytes), { longs: String }) as T
}

interface Status {
  readonly code: number
  readonly message: string
  readonly details?: readonly { readonly typeUrl: string; readonly value: Uint8Array }[]
}

type Headers = Readonly<Record<string, string>>

const sendOtlp = (key: string | undefined, signal: (typeof SIGNALS)[number], raw: Uint8Array, headers: Headers = {}) =>
  call('POST', `/v1/${signal}`, {
    ...(key && { key }),
    raw,
    headers: { 'content-type': JSON_TYPE, ...headers },
    as: `ingestOtlp${signal.charAt(0).toUpperCase()}${signal.slice(1)}`,
  })

const traceRequestOf = (service: string, spans: readonly object[]) =>
  Buffer.from(
    JSON.stringify({
      resourceSpans: [
        {
          resource: {
            attributes: [{ key: 'service.name', value: { stringValue: service } }],
            unknownField: { a: [1] },
          },
          scopeSpans: [{ spans }],
        },
      ],
    }),
  )

const spanOf = (at: number, fields: object = {}) => ({
  traceId: 'A'.repeat(32),
  spanId: 'B'.repeat(16),
  name: 'GET /',
  kind: 2,
  unknownField: true,
  startTimeUnixNano: `${at}000000`,
  endTimeUnixNano: `${at + 5}000000`,
  ...fields,
})

const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'checkout' } }] }
const bytesOf = (body: object) => Buffer.from(JSON.stringify(body))

/** Request bodies with one record per signal. */
const bodyOf: Readonly<Record<(typeof SIGNALS)[number], (at: number) => Uint8Array>> = {
  traces: (at) => traceRequestOf('checkout', [spanOf(at)]),
  logs: (at) => {
    const logRecords = [{ timeUnixNano: `${at}000000`, severityNumber: 9, body: { stringValue: 'paid' } }]
    return bytesOf({ resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] })
  },
  metrics: (at) => {
    const metrics = [{ name: 'load', gauge: { dataPoints: [{ timeUnixNano: `${at}000000`, asDouble: 0.5 }] } }]
    return bytesOf({ resourceMetrics: [{ resource, scopeMetrics: [{ metrics }] }] })
  },
}

/** Requests to one route in both formats, with the status and the message of the expected refusal. */
const refusedRequests = (key: string): readonly [string, number, () => ReturnType<typeof sendOtlp>, RegExp][] => {
  const bomb = gzipSync(Buffer.alloc(50_000_000))
  const contentHeaders = (type: string, otherHeaders: Headers = {}) => ({ 'content-type': type, ...otherHeaders })
  return [JSON_TYPE, PROTOBUF].flatMap((type) => [
    [
      type,
      400,
      () => sendOtlp(key, 'traces', Buffer.from([255, 255]), contentHeaders(type)),
      /^body must be (?:JSON|a protobuf message of OTLP)/,
    ],
    [
      ...([type, 400] as const),
      () => sendOtlp(key, 'traces', Buffer.from('{}'), contentHeaders(type, { 'content-encoding': 'gzip' })),
      /must be gzip, because content-encoding is gzip/,
    ],
    [type, 401, () => sendOtlp(undefined, 'traces', Buffer.from(''), contentHeaders(type)), /credential/],
    [type, 413, () => sendOtlp(key, 'traces', Buffer.alloc(65_537), contentHeaders(type)), /65536 bytes/],
    [
      type,
      413,
      () => sendOtlp(key, 'traces', bomb, contentHeaders(type, { 'content-encoding': 'gzip' })),
      /1048576 bytes/,
    ],
    [
      type,
      415,
      () => sendOtlp(key, 'traces', Buffer.from(''), contentHeaders(type, { 'content-encoding': 'br' })),
      /content-encoding br/,
    ],
  ])
}

describe('OTLP refusals', () => {
  test('use google.rpc.Status in the format of the request for 400, 401, 413 and 415', async () => {
    for (const [type, status, sendRefused, message] of refusedRequests(await observeKey())) {
      const { headers, body, bytes, ...response } = await sendRefused()
      expect([type, response.status, headers.get('content-type')]).toEqual([type, status, type])
      const refusal = type === PROTOBUF ? decode<Status>('Status', bytes) : (body as unknown as Status)
      expect(refusal.message).toMatch(message)
      // Codes of google.rpc.Code: INVALID_ARGUMENT, UNAUTHENTICATED and RESOURCE_EXHAUSTED.
      expect(refusal.code).toBe({ 400: 3, 401: 16, 413: 8, 415: 3 }[status])
      if (type === JSON_TYPE)
        expect(Object.keys(body)).toEqual(['code', 'message', ...(status === 400 ? ['details'] : [])])
      if (status !== 400) continue
      const [detail] = refusal.details ?? []
      if (type === JSON_TYPE)
        expect(detail).toMatchObject({
          '@type': expect.stringMatching(/BadRequest$/),
          fieldViolations: [{ field: 'body' }],
        })
      else {
        expect(detail?.typeUrl).toBe('type.googleapis.com/google.rpc.BadRequest')
        expect(decode('BadRequest', detail?.value ?? new Uint8Array())).toMatchObject({
          fieldViolations: [{ field: 'body' }],
        })
      }
    }
  })

  test.each(SIGNALS)('return 401 without a credential: %s', async (signal) => {
    const { status, body } = await sendOtlp(undefined, signal, Buffer.from('{}'))
    expect([status, body.code]).toEqual([401, 16])
  })

  test.each(SIGNALS)('return 415 for a media type other than OTLP: %s', async (signal) => {
    const { status, body } = await sendOtlp(await observeKey(), signal, Buffer.from('a'), {
      'content-type': 'text/plain',
    })
    expect([status, body.code]).toEqual([415, 3])
  })

  test.each(SIGNALS)('return 413 for a body that is too large: %s', async (signal) => {
    expect((await sendOtlp(await observeKey(), signal, Buffer.alloc(65_537))).status).toBe(413)
  })

  test.each(SIGNALS)(
    'return 503 with Retry-After while the table is throttled, and a retry succeeds: %s',
    async (signal) => {
      const key = await observeKey()
      const at = await now()
      const failing = { service: 'dynamodb', times: 1_000, status: 400, operation: 'TransactWriteItems' } as const
      await planOutage({ function: 'observe-otlp', ...failing, type: 'ThrottlingException' })
      const busy = await sendOtlp(key, signal, bodyOf[signal](at))
      // UNAVAILABLE, and INTERNAL below.
      expect([busy.status, busy.headers.get('retry-after'), busy.body.code]).toEqual([503, '2', 14])
      await endOutages()
      await planOutage({ function: 'observe-otlp', ...failing, type: 'ResourceNotFoundException' })
      const broken = await sendOtlp(key, signal, bodyOf[signal](at))
      expect([broken.status, broken.body]).toMatchObject([500, { code: 13, message: 'Internal error' }])
      await endOutages()
      expect((await sendOtlp(key, signal, bodyOf[signal](at))).body).toEqual({})
    },
  )
})

describe('OTLP requests', () => {
  test('return 200 with and without gzip in both formats, and protobuf gets protobuf', async () => {
    const key = await observeKey()
    for (const signal of SIGNALS)
      for (const type of [JSON_TYPE, PROTOBUF]) {
        const empty = gzipSync(type === JSON_TYPE ? '{}' : '')
        const headers = { 'content-type': type, 'content-encoding': 'GZIP' }
        const response = await sendOtlp(key, signal, empty, headers)
        expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
        expect(Buffer.from(response.bytes).toString()).toBe(type === JSON_TYPE ? '{}' : '')
      }
  })

  test('accept ids in any case, long integers as texts or numbers, nulls and unknown fields', async () => {
    const key = await observeKey()
    const at = await now()
    const attributes = [
      { key: 'text', value: { intValue: '9007199254740993' } },
      { key: 'number', value: { intValue: 7 } },
      { key: 'none', value: null },
    ]
    const text = traceRequestOf('checkout', [spanOf(at, { attributes, events: null, parentSpanId: '' })]).toString()
    // A number that JSON cannot represent exactly.
    const long = text.replace(`"${at + 5}000000"`, `${at + 5}000001`)
    expect((await sendOtlp(key, 'traces', Buffer.from(long))).body).toEqual({})
    const { body } = await runQuery<Record<string, unknown>>(key, `traces/${'a'.repeat(32)}`, 'getTrace')
    expect(body).toMatchObject({
      spans: [
        {
          span_id: 'b'.repeat(16),
          parent_span_id: null,
          duration_ms: 5.000001,
          attributes: { text: '9007199254740993', number: 7, none: null, 'otel.kind': 'server' },
        },
      ],
    })
  })

  test('replace a root span that is sent again with a different status', async () => {
    const key = await observeKey()
    const at = await now()
    await sendOtlp(key, 'traces', traceRequestOf('checkout', [spanOf(at - 60_000)]))
    await sendOtlp(
      key,
      'traces',
      traceRequestOf('checkout', [spanOf(at, { status: { code: 2, message: 'no charge' } })]),
    )
    expect((await runQuery<object>(key, 'traces', 'listTraces')).body).toMatchObject({
      total: 1,
      traces: [{ status: 'error', error_msg: 'no charge', started_at: new Date(at).toISOString() }],
    })
  })

  test('report the number and the reasons of a partial success in both formats', async () => {
    const key = await observeKey()
    const at = await now()
    const old = spanOf(at - 90_000_000, { traceId: 'c'.repeat(32) })
    const mixed = await sendOtlp(key, 'traces', traceRequestOf('checkout', [spanOf(at), old]))
    expect(mixed.body).toEqual({
      partialSuccess: { rejectedSpans: '1', errorMessage: expect.stringContaining('24 hours') },
    })
    // Full-width letters count as the letters that they resemble.
    const internalWorker = await sendOtlp(key, 'traces', traceRequestOf('ＩＮＴＥＲＮＡＬ:x', [spanOf(at)]))
    expect(internalWorker.body).toEqual({
      partialSuccess: { rejectedSpans: '1', errorMessage: 'service.name must not begin with internal:' },
    })
    // An encoded protobuf request: resource spans, scope spans and a span without ids.
    const span = await sendOtlp(key, 'traces', Buffer.from([10, 4, 18, 2, 18, 0]), { 'content-type': PROTOBUF })
    expect([span.status, decode('TraceReply', span.bytes)]).toEqual([
      200,
      { partialSuccess: { rejectedSpans: '1', errorMessage: 'Spans must have a trace ID and a span ID' } },
    ])
  })
})
