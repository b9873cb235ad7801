import type { AlertRecord, LogRecord, SpanRecord, Telemetry } from './records.ts'
import { type IngestBody, msOf } from './schemas.ts'

type IngestRecord<Kind extends 'spans' | 'logs' | 'alerts'> = IngestBody[Kind][number]

export const exceptionOf = (events: SpanRecord['events']): string | undefined => {
  for (const { attributes } of events) {
    const message = attributes['exception.message'] ?? attributes['exception.type']
    if (typeof message === 'string' && message !== '') return message
  }
  return undefined
}

const errorOf = (attributes: SpanRecord['attributes'], events: SpanRecord['events']): string | undefined => {
  const errorText = exceptionOf(events) ?? attributes['error.message'] ?? attributes.error
  return typeof errorText === 'string' ? errorText : undefined
}

/**
 * Derives the duration from start and end if the sent duration contradicts them. The sent duration is then stored as an
 * attribute.
 */
const spanOf = (service: string, span: IngestRecord<'spans'>): SpanRecord => {
  const { duration: sentDuration, parentSpanId, operationName, sampleRate } = span
  const start = msOf(span.startTime)
  const end = msOf(span.endTime)
  const elapsedMs = Math.max(0, end - start)
  const isContradicted = sentDuration !== undefined && Math.abs(sentDuration - elapsedMs) > 1
  const events = span.events.map(({ name, timestamp, attributes, ...otherFields }) => ({
    name,
    at: timestamp === undefined ? end : msOf(timestamp),
    attributes: { ...otherFields, ...attributes },
  }))
  const error = span.status === 'error' ? errorOf(span.attributes, events) : undefined
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    operation: operationName,
    service: span.service ?? service,
    ...(parentSpanId && { parentSpanId }),
    start,
    end: Math.max(start, end),
    duration: isContradicted ? elapsedMs : (sentDuration ?? elapsedMs),
    status: span.status,
    ...(error !== undefined && { error }),
    attributes: isContradicted ? { ...span.attributes, 'signet.duration_sent': sentDuration } : span.attributes,
    events,
    ...(sampleRate !== undefined && { sampleRate }),
  }
}

const textIn = (record: Readonly<Record<string, unknown>> | undefined, name: string): string | undefined => {
  const value = record?.[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

const logOf = ({ timestamp, error, metadata, ...log }: IngestRecord<'logs'>): LogRecord => {
  const traceId = textIn(log.context, 'traceId') ?? textIn(metadata, 'traceId')
  const spanId = textIn(log.context, 'spanId') ?? textIn(metadata, 'spanId')
  return {
    at: msOf(timestamp),
    ...log,
    ...(error !== undefined && { error }),
    ...(metadata && { metadata }),
    ...(traceId !== undefined && { traceId }),
    ...(spanId !== undefined && { spanId }),
  }
}

const alertOf = ({ startTime, endTime, value, metadata, ...sent }: IngestRecord<'alerts'>): AlertRecord => ({
  start: msOf(startTime),
  ...sent,
  ...(endTime != null && { end: msOf(endTime) }),
  ...(value !== undefined && { value }),
  ...(metadata && { metadata }),
})

export const telemetryOf = ({ service, metrics, spans, logs, alerts }: IngestBody): Telemetry => ({
  service,
  spans: spans.map((span) => spanOf(service, span)),
  logs: logs.map(logOf),
  metrics: metrics.map(({ timestamp, ...metric }) => ({ ...metric, at: msOf(timestamp) })),
  alerts: alerts.map(alertOf),
})
