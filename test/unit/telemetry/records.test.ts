import { isInternalName, telemetryOf, workerNameFault } from '@signet/telemetry'
import { bodyFaults, IngestBody } from '@signet/telemetry/schemas'
import { describe, expect, it } from 'vitest'

const span = (fields: object = {}) => ({
  traceId: 't-1',
  spanId: 's-1',
  operationName: 'GET /',
  startTime: '2026-11-27T09:00:00.000Z',
  endTime: 1_795_770_000_250,
  attributes: { a: 1 },
  ...fields,
})

const faultTextsOf = (body: object): string[] => {
  const { data, error } = IngestBody.safeParse(body)
  if (data) return bodyFaults(data).map(({ field, message }) => `${field}: ${message}`)
  return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

const log = { timestamp: 5, level: 'warn', message: 'slow' }

describe('the body of a worker', () => {
  it('accepts times as ISO 8601 or milliseconds, and derives omitted fields', () => {
    const start = Date.parse('2026-11-27T09:00:00.000Z')
    const body = IngestBody.parse({ service: 'edge', spans: [span({ endTime: start + 250 })] })
    expect(telemetryOf(body).spans).toEqual([
      {
        traceId: 't-1',
        spanId: 's-1',
        operation: 'GET /',
        service: 'edge',
        start,
        end: start + 250,
        duration: 250,
        status: 'ok',
        attributes: { a: 1 },
        events: [],
      },
    ])
  })

  it('derives the duration if the sent one contradicts start and end, and retains the sent one as an attribute', () => {
    const spans = [span({ startTime: 1_000, endTime: 1_250, duration: 9_000, parentSpanId: '' })]
    const [record] = telemetryOf(IngestBody.parse({ service: 'edge', spans })).spans
    expect(record).toMatchObject({ duration: 250, attributes: { a: 1, 'signet.duration_sent': 9_000 } })
    expect(record).not.toHaveProperty('parentSpanId')
  })

  it('has the error message of the first exception of a failed span, or of its attributes', () => {
    const events = [{ name: 'exception', timestamp: 1_100, attributes: { 'exception.message': 'no route' } }]
    const failed = { status: 'error', startTime: 1_000, endTime: 1_200 }
    const spans = [
      span({ ...failed, events }),
      span({ ...failed, attributes: { error: 'timeout' } }),
      span({ ...failed }),
    ]
    const records = telemetryOf(IngestBody.parse({ service: 'edge', spans })).spans
    expect(records.map(({ error }) => error)).toEqual(['no route', 'timeout', undefined])
  })

  it('links logs to traces by context, then by metadata', () => {
    const logs = [
      { ...log, context: { traceId: 't-1', spanId: 's-1' }, metadata: { traceId: 't-2' } },
      { ...log, metadata: { traceId: 't-2' } },
      log,
    ]
    const records = telemetryOf(IngestBody.parse({ service: 'edge', logs })).logs
    expect(records.map(({ traceId, spanId }) => [traceId, spanId])).toEqual([
      ['t-1', 's-1'],
      ['t-2', undefined],
      [undefined, undefined],
    ])
  })

  it('returns each invalid field', () => {
    expect(faultTextsOf({ service: 'edge' })).toEqual([
      'body: must contain at least one of metrics, spans, logs and alerts',
    ])
    expect(faultTextsOf({ service: 'a#b', logs: [log] })[0]).toBe(
      'service: must contain only printable characters, without #',
    )
    expect(faultTextsOf({ service: 'Ｉnternal:x', logs: [log] })[0]).toBe('service: must not begin with internal:')
    const spans = [span({ traceId: 'a/b', sampleRate: 0 })]
    expect(faultTextsOf({ service: 'edge', spans }).map((fault) => fault.split(':')[0])).toEqual([
      'spans.0.traceId',
      'spans.0.sampleRate',
    ])
  })

  it('rejects records that no row can store or no path can address', () => {
    const times = { startTime: 1_000, endTime: 2_000 }
    const deep = (depth: number): object => (depth === 0 ? {} : { in: deep(depth - 1) })
    const faultsOf = (...spans: object[]) => faultTextsOf({ service: 'edge', spans: spans.map((each) => span(each)) })
    expect(faultsOf({ ...times, service: 'Internal:images-api' })).toEqual([
      'spans.0.service: must not begin with internal:',
    ])
    expect(faultsOf(times, { ...times, endTime: 400 * 86_400_000 })).toEqual([
      'spans.1.endTime: must be at most 366 days after startTime',
    ])
    expect(faultsOf({ ...times, endTime: 8.64e15 })[0]).toMatch(/^spans\.0\.endTime: /)
    expect(faultsOf({ ...times, sampleRate: 1e-7 })[0]).toMatch(/^spans\.0\.sampleRate: .*0\.000001/)
    expect(faultsOf({ ...times, traceId: '..' })[0]).toMatch(/^spans\.0\.traceId: .*not start with a period/)
    expect(faultsOf({ ...times, attributes: deep(20_000) })).toEqual(['body: must not be nested deeper than 100'])
    expect(faultsOf({ ...times, attributes: deep(90), parentSpanId: null })).toEqual([])
    const alert = {
      id: 'a',
      rule: { name: 'a', severity: 'high' },
      status: 'resolved',
      startTime: 2_000,
      endTime: 1_000,
    }
    expect(faultTextsOf({ service: 'edge', alerts: [alert] })).toEqual([
      'alerts.0.endTime: must not be before startTime',
    ])
  })
})

describe('worker names', () => {
  it('have 1 to 128 printable characters in normal form C', () => {
    for (const name of ['edge', 'Ärger 2', 'a'.repeat(128)]) expect(workerNameFault(name)).toBeUndefined()
    for (const name of ['', 'a'.repeat(129), 'a\nb', 'a\u202eb', 'A\u0308rger', 'a#b'])
      expect(workerNameFault(name)).toBeTypeOf('string')
  })

  it('names that start with internal: are reserved in any case, width and spacing', () => {
    for (const name of ['internal:x', 'INTERNAL:x', 'ｉｎｔｅｒｎａｌ：x', ' internal:x', 'inter\u200bnal:x'])
      expect(isInternalName(name)).toBe(true)
    for (const name of ['internals', 'my internal:x']) expect(isInternalName(name)).toBe(false)
  })
})
