import { type HrTime, type SpanContext, SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api'
import { ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import type { ReadableSpan } from '@opentelemetry/sdk-trace'
import { type SentSpan, spansOf } from './spans.ts'

const resource = defaultResource().merge(resourceFromAttributes({ 'service.name': 'edge', 'service.version': '4.2.0' }))

const timeOf = (ms: number): HrTime => [Math.floor(ms / 1_000), (ms % 1_000) * 1_000_000]

const contextOf = (traceId: string, spanId: string): SpanContext => ({
  traceId,
  spanId,
  traceFlags: TraceFlags.SAMPLED,
})

/** Returns a span in the form in which the SDK of Node passes it to its exporter. */
const readable = (span: SentSpan): ReadableSpan => ({
  name: span.operationName,
  spanContext: () => contextOf(span.traceId, span.spanId),
  resource,
  ...(span.parentSpanId !== undefined && { parentSpanContext: contextOf(span.traceId, span.parentSpanId) }),
  kind: span.parentSpanId === undefined ? SpanKind.SERVER : SpanKind.CLIENT,
  startTime: timeOf(span.startTime),
  endTime: timeOf(span.endTime),
  ended: true,
  duration: timeOf(span.endTime - span.startTime),
  status: { code: span.status === 'error' ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
  attributes: span.attributes,
  events: [],
  links: [],
  instrumentationScope: { name: 'shop', version: '1.2.3' },
  droppedAttributesCount: 0,
  droppedEventsCount: 0,
  droppedLinksCount: 0,
})

/** Returns an OTLP/HTTP request in protobuf as the official exporter writes it: a hundred spans of five traces. */
export const requestOf = (random: () => number, before: number): Uint8Array => {
  const spans = Array.from({ length: 5 }, () => spansOf(random, 20, before)).flat()
  return ProtobufTraceSerializer.serializeRequest(spans.map(readable)) as Uint8Array
}
