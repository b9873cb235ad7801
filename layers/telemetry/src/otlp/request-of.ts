import type { Attributes, SpanRecord } from '../records.ts'

const MS_NANOS = 1_000_000

/** Converts fractional milliseconds to nanoseconds, as a string because they do not fit into a number. */
const nanosOf = (ms: number): string => {
  const wholeMs = Math.floor(ms)
  return String(BigInt(wholeMs) * BigInt(MS_NANOS) + BigInt(Math.round((ms - wholeMs) * MS_NANOS)))
}

const anyValue = (value: unknown): object => {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } }
  if (typeof value === 'object' && value !== null) return { kvlistValue: { values: keyValues(value as Attributes) } }
  return {}
}

const keyValues = (attributes: Attributes): object[] =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }))

const KINDS: Readonly<Record<string, number>> = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 }
const STATUS = { ok: 1, error: 2 } as const

const spanOf = ({ traceId, spanId, parentSpanId, operation, start, end, status, error, attributes }: SpanRecord) => {
  const { 'otel.kind': kind, ...otherAttributes } = attributes
  return {
    traceId,
    spanId,
    ...(parentSpanId !== undefined && { parentSpanId }),
    name: operation,
    kind: KINDS[String(kind)] ?? 0,
    startTimeUnixNano: nanosOf(start),
    endTimeUnixNano: nanosOf(end),
    attributes: keyValues(otherAttributes),
    status: { code: STATUS[status], ...(error !== undefined && { message: error }) },
  }
}

/**
 * Returns an OTLP/HTTP request in JSON with the spans grouped by service (opentelemetry-proto, docs/specification.md).
 * Trace and span ids must be valid in OTLP.
 */
export const traceRequestOf = (spans: readonly SpanRecord[], resource: Attributes = {}): object => ({
  resourceSpans: [...Map.groupBy(spans, ({ service }) => service)].map(([service, serviceSpans]) => ({
    resource: { attributes: keyValues({ 'service.name': service, ...resource }) },
    scopeSpans: [{ scope: { name: 'signet' }, spans: serviceSpans.map(spanOf) }],
  })),
})
