import type { SpanRecord } from '../records.ts'
import { SAMPLE_RATE_MIN } from '../schemas.ts'
import { exceptionOf } from '../telemetry-of.ts'
import type { OtlpScope, OtlpSpan, TraceRequest } from './messages.ts'
import { attributesOf, msOfNanos } from './values.ts'
import { type Worker, withContext, workerOf } from './worker.ts'

const ERROR_CODE = 2
const KINDS = ['', 'internal', 'server', 'client', 'producer', 'consumer']
/** Thresholds have 56 bits. */
const THRESHOLD_DIGITS = 14

/**
 * Returns the sample rate from the threshold below which spans are dropped: `ot=th:c` drops three of four
 * (OpenTelemetry, TraceState: probability sampling). Smaller rates are raised to SAMPLE_RATE_MIN.
 */
export const sampleRateOf = (traceState: string): number | undefined => {
  const threshold = /(?:^|,)\s*ot=(?:[^,]*;)?th:([0-9a-f]{1,14})(?:[;,]|\s*$)/.exec(traceState)?.[1]
  if (threshold === undefined) return undefined
  const dropped = Number.parseInt(threshold.padEnd(THRESHOLD_DIGITS, '0'), 16) / 16 ** THRESHOLD_DIGITS
  return Math.max(SAMPLE_RATE_MIN, 1 - dropped)
}

const linksOf = ({ links }: OtlpSpan) =>
  links.length === 0
    ? undefined
    : links.map(({ traceId, spanId, attributes }) => ({ traceId, spanId, attributes: attributesOf(attributes) }))

const spanOf = (worker: Worker, scope: OtlpScope, span: OtlpSpan): SpanRecord => {
  const { startTimeUnixNano: start, endTimeUnixNano: sentEnd, status, traceState } = span
  const end = sentEnd > start ? sentEnd : start
  const events = span.events.map(({ timeUnixNano, name, attributes }) => ({
    name,
    at: msOfNanos(timeUnixNano),
    attributes: attributesOf(attributes),
  }))
  const isError = status?.code === ERROR_CODE
  const error = isError ? (exceptionOf(events) ?? (status?.message || undefined)) : undefined
  const rate = sampleRateOf(traceState)
  const otel = { 'otel.kind': KINDS[span.kind] ?? '', 'otel.trace_state': traceState, 'otel.links': linksOf(span) }
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentSpanId && { parentSpanId: span.parentSpanId }),
    operation: span.name,
    service: worker.service,
    start: msOfNanos(start),
    end: msOfNanos(end),
    duration: msOfNanos(end - start),
    status: isError ? 'error' : 'ok',
    ...(error !== undefined && { error }),
    attributes: withContext(worker, scope, attributesOf(span.attributes), otel),
    events,
    ...(rate !== undefined && { sampleRate: rate }),
  }
}

/** Returns the spans of a request with their services, and the number of spans rejected because they have no ids. */
export const spansOf = (
  request: TraceRequest,
): { readonly spans: readonly SpanRecord[]; readonly rejected: number } => {
  const spans = request.resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const worker = workerOf(resource)
    return scopeSpans.flatMap(({ scope, spans: sent }) => sent.map((span) => spanOf(worker, scope, span)))
  })
  const identified = spans.filter(({ traceId, spanId }) => traceId !== '' && spanId !== '')
  return { spans: identified, rejected: spans.length - identified.length }
}
