import {
  ProtobufLogsSerializer,
  ProtobufMetricsSerializer,
  ProtobufTraceSerializer,
} from '@opentelemetry/otlp-transformer'
import { newSketch, quantileOf } from '@signet/telemetry'
import {
  logsOf,
  metricsOf,
  OtlpFault,
  readRequest,
  refusalTo,
  replyTo,
  sampleRateOf,
  spansOf,
} from '@signet/telemetry/otlp'
import { describe, expect, it } from 'vitest'
import { sdkLogs, sdkMetrics, sdkTraces } from './otlp-world.ts'

const FORMATS = ['json', 'protobuf'] as const

describe('spans of the official SDK', () => {
  const traces = sdkTraces()

  it.each(FORMATS)('parse from %s including all attributes', (form) => {
    const { spans, rejected } = spansOf(readRequest('traces', traces[form], form))
    expect(rejected).toBe(0)
    const [root, failed] = spans
    const [first, second] = traces.spans.map((span) => span.spanContext())
    expect(root).toMatchObject({
      traceId: first?.traceId,
      spanId: first?.spanId,
      operation: 'POST /orders',
      service: 'checkout',
      duration: 100,
      status: 'ok',
      attributes: {
        'http.request.method': 'POST',
        items: 3,
        ratio: 0.25,
        isPaid: true,
        tags: ['a', 'ü'],
        'cloud.region': 'eu-central-1',
        'otel.scope.name': 'shop',
        'otel.scope.version': '1.2.3',
        'otel.kind': 'server',
      },
    })
    expect(root?.start).toBeCloseTo(1_764_000_000_123.4568, 3)
    expect(root).not.toHaveProperty('parentSpanId')
    expect(root).not.toHaveProperty('error')
    expect(failed).toMatchObject({ spanId: second?.spanId, status: 'error', error: 'the card is refused', duration: 7 })
    expect(failed?.events).toMatchObject([{ name: 'exception', at: 1_764_000_001_005 }])
    expect(failed?.events[0]?.attributes).toMatchObject({ 'exception.type': 'TypeError' })
  })

  it('parse to the same result from both formats', () => {
    const [json, protobuf] = FORMATS.map((form) => spansOf(readRequest('traces', traces[form], form)))
    expect(json).toEqual(protobuf)
  })

  it('without ids are rejected, and the result contains their number', () => {
    const spans = [{ name: 'lost' }, { traceId: 'a'.repeat(32), spanId: 'B'.repeat(16), name: 'found' }]
    const body = Buffer.from(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] }))
    const parsed = spansOf(readRequest('traces', body, 'json'))
    expect(parsed.rejected).toBe(1)
    expect(parsed.spans).toMatchObject([{ operation: 'found', spanId: 'b'.repeat(16), service: 'unknown_service' }])
  })

  it('with an id of zeros are rejected, and a span without an end ends at its start', () => {
    const trace = 'a'.repeat(32)
    const span = 'b'.repeat(16)
    const spans = [
      { traceId: '0'.repeat(32), spanId: span },
      { traceId: trace, spanId: '0'.repeat(16) },
      { traceId: trace, spanId: span, parentSpanId: '0'.repeat(16), startTimeUnixNano: '5000000' },
    ]
    const body = Buffer.from(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] }))
    const parsed = spansOf(readRequest('traces', body, 'json'))
    expect(parsed.rejected).toBe(2)
    expect(parsed.spans).toMatchObject([{ spanId: span, start: 5, end: 5, duration: 0 }])
    expect(parsed.spans[0]).not.toHaveProperty('parentSpanId')
  })

  it('have the sample rate of the threshold in their trace state', () => {
    expect(sampleRateOf('ot=th:c')).toBe(0.25)
    expect(sampleRateOf('vendor=1,ot=rv:12345678901234;th:8')).toBe(0.5)
    expect(sampleRateOf('ot=th:0')).toBe(1)
    expect(sampleRateOf('ot=p:3')).toBeUndefined()
    expect(sampleRateOf('')).toBeUndefined()
  })
})

describe('logs of the official SDK', () => {
  const sent = sdkLogs()

  it.each(FORMATS)('parse from %s', (form) => {
    const logs = logsOf(readRequest('logs', sent[form], form))
    expect(logs).toMatchObject([
      {
        service: 'checkout',
        log: {
          at: 1_764_000_000_005,
          level: 'info',
          message: 'paid',
          context: { order: 'o-1', 'otel.severity_text': 'INFO' },
        },
      },
      {
        log: {
          level: 'error',
          message: '{"order":"o-2","left":[0,1]}',
          error: { name: 'TypeError', message: 'no stock' },
        },
      },
    ])
  })
})

describe('OTLP metrics', () => {
  it('have no point for a data point without a value', () => {
    const dataPoints = [{ timeUnixNano: '5' }, { timeUnixNano: '6', asInt: '0' }]
    const metrics = [
      { name: 'load', gauge: { dataPoints } },
      { name: 'orders', sum: { dataPoints, isMonotonic: true } },
    ]
    const body = Buffer.from(JSON.stringify({ resourceMetrics: [{ scopeMetrics: [{ metrics }] }] }))
    expect(metricsOf(readRequest('metrics', body, 'json')).map(({ metric }) => [metric.name, metric.value])).toEqual([
      ['load', 0],
      ['orders', 0],
    ])
  })

  it('drop quantiles whose share or value is not a number', () => {
    const quantileValues = [
      { quantile: 'NaN', value: 1 },
      { quantile: 0.9, value: 'NaN' },
      { quantile: 0.5, value: 2 },
    ]
    const metrics = [{ name: 'ms', summary: { dataPoints: [{ count: 1, sum: 2, quantileValues }] } }]
    const body = Buffer.from(JSON.stringify({ resourceMetrics: [{ scopeMetrics: [{ metrics }] }] }))
    const [metric] = metricsOf(readRequest('metrics', body, 'json'))
    expect(metric?.metric.quantiles).toEqual([[0.5, 2]])
  })

  it.each(FORMATS)(
    'parse from %s of the official SDK, with exact sums and counts, and approximate percentiles',
    async (form) => {
      const metrics = metricsOf(readRequest('metrics', (await sdkMetrics())[form], form)).map(({ metric }) => metric)
      const metricNamed = (name: string) => metrics.find((metric) => metric.name === name)
      expect(metricNamed('orders')).toMatchObject({
        type: 'counter',
        value: 7,
        unit: '1',
        tags: { plan: 'pro', 'cloud.region': 'eu-central-1', 'otel.scope.name': 'shop' },
        total: { value: 7 },
      })
      expect(metricNamed('orders')?.tags).not.toHaveProperty('otel.cumulative')
      expect(metricNamed('open')).not.toHaveProperty('total')
      expect(metricNamed('open')).toMatchObject({ type: 'gauge', value: -2 })
      expect(metricNamed('load')).toMatchObject({ type: 'gauge', value: 0.5 })
      for (const name of ['coarse', 'fine'])
        expect(metricNamed(name)).toMatchObject({ type: 'histogram', value: 5_050, count: 100, min: 1, max: 100 })
      const fine = quantileOf({ ...newSketch(), counts: new Map(metricNamed('fine')?.buckets) }, 0.95) ?? 0
      expect(Math.abs(fine - 95) / 95).toBeLessThan(0.05)
      expect((metricNamed('coarse')?.buckets ?? []).reduce((sum, [, count]) => sum + count, 0)).toBe(100)
    },
  )
})

describe('OTLP replies', () => {
  it('parse with the official SDK', () => {
    const partial = { rejected: 3, message: 'the daily cap is reached' }
    const [traces, logs, metrics] = (['traces', 'logs', 'metrics'] as const).map((signal) =>
      replyTo(signal, 'protobuf', partial),
    ) as [Uint8Array, Uint8Array, Uint8Array]
    expect(ProtobufTraceSerializer.deserializeResponse(traces)).toMatchObject({
      partialSuccess: { rejectedSpans: 3, errorMessage: partial.message },
    })
    expect(ProtobufLogsSerializer.deserializeResponse(logs)).toMatchObject({
      partialSuccess: { rejectedLogRecords: 3 },
    })
    expect(ProtobufMetricsSerializer.deserializeResponse(metrics)).toMatchObject({
      partialSuccess: { rejectedDataPoints: 3 },
    })
    expect(Buffer.from(replyTo('traces', 'json', partial)).toString()).toBe(
      '{"partialSuccess":{"rejectedSpans":"3","errorMessage":"the daily cap is reached"}}',
    )
    expect(Buffer.from(replyTo('logs', 'json')).toString()).toBe('{}')
    expect(replyTo('logs', 'protobuf')).toHaveLength(0)
    const violations = [{ field: 'body', description: 'must be gzip' }]
    expect(Buffer.from(refusalTo('json', { code: 3, message: 'no' })).toString()).toBe('{"code":3,"message":"no"}')
    expect(JSON.parse(Buffer.from(refusalTo('json', { code: 3, message: 'no', violations })).toString())).toEqual({
      code: 3,
      message: 'no',
      details: [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: violations }],
    })
    // Protobuf tags: 8 code, 18 message and 26 details of the status; 10 type and 18 value of a detail.
    const status = Buffer.from(refusalTo('protobuf', { code: 3, message: 'no', violations }))
    const badRequest = Buffer.concat([
      Buffer.from([10, 4]),
      Buffer.from('body'),
      Buffer.from([18, 12]),
      Buffer.from('must be gzip'),
    ])
    const type = Buffer.from('type.googleapis.com/google.rpc.BadRequest')
    const value = Buffer.concat([Buffer.from([10, badRequest.length]), badRequest])
    const any = Buffer.concat([Buffer.from([10, type.length]), type, Buffer.from([18, value.length]), value])
    const head = Buffer.concat([Buffer.from([8, 3, 18, 2]), Buffer.from('no')])
    expect(status).toEqual(Buffer.concat([head, Buffer.from([26, any.length]), any]))
  })
})

describe('an invalid OTLP body', () => {
  const faultOf = (text: string | Uint8Array, form: 'json' | 'protobuf' = 'json'): string => {
    try {
      readRequest('traces', typeof text === 'string' ? Buffer.from(text) : text, form)
    } catch (error) {
      if (error instanceof OtlpFault) return error.message
      throw error
    }
    return 'accepted'
  }

  it('throws a fault with the field and its error', () => {
    expect(faultOf('{')).toBe('must be JSON')
    expect(faultOf(new Uint8Array([0xff, 0xff]), 'protobuf')).toBe('must be a protobuf message of OTLP')
    const spans = [{ traceId: 'xyz', spanId: '' }]
    expect(faultOf(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] }))).toBe(
      'resourceSpans.0.scopeSpans.0.spans.0.traceId: must be 32 hexadecimal digits',
    )
    expect(faultOf('{"resourceSpans":[],"unknownField":1}')).toBe('accepted')
  })

  const withValue = (value: string) =>
    `{"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":${value}}]}}]}`

  it('throws a fault for an invalid value of a known kind, but not for an unknown kind', () => {
    for (const value of [
      '{"intValue":"abc"}',
      '{"intValue":1.5}',
      '{"boolValue":"yes"}',
      '{"arrayValue":{"values":7}}',
    ])
      expect([value, faultOf(withValue(value))]).toEqual([value, expect.stringMatching(/attributes\.0\.value/)])
    for (const value of ['{}', '{"intValue":null}', '{"decimalValue":"1.50"}'])
      expect([value, faultOf(withValue(value))]).toEqual([value, 'accepted'])
  })

  it('throws a fault for values that are nested too deep for a stack', () => {
    const nested = (depth: number) => `${'{"arrayValue":{"values":['.repeat(depth)}{"intValue":1}${']}}'.repeat(depth)}`
    expect(faultOf(withValue(nested(90)))).toBe('accepted')
    for (const depth of [110, 5_000, 100_000])
      expect(faultOf(withValue(nested(depth)))).toBe('must not have values nested deeper than 100')
  })

  it('never throws anything else, wherever a protobuf message is cut or changed', () => {
    const { protobuf } = sdkTraces()
    for (let at = 0; at < protobuf.length; at++) {
      faultOf(protobuf.subarray(0, at), 'protobuf')
      const changed = Uint8Array.from(protobuf)
      changed[at] = (changed[at] ?? 0) ^ 0xff
      faultOf(changed, 'protobuf')
    }
    expect(faultOf(protobuf, 'protobuf')).toBe('accepted')
  })
})
