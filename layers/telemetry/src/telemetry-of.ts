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
  const said = exceptionOf(events) ?? attributes['error.message'] ?? attributes.error
  return typeof said === 'string' ? said : undefined
}

/**
 * Derives the duration from start and end if the sent duration contradicts them. The sent duration is then stored as an
 * attribute.
 */
const spanOf = (service: string, sent: IngestRecord<'spans'>): SpanRecord => {
  const { duration: sentDuration, parentSpanId, operationName, sampleRate } = sent
  const start = msOf(sent.startTime)
  const end = msOf(sent.endTime)
  const between = Math.max(0, end - start)
  const isContradicted = sentDuration !== undefined && Math.abs(sentDuration - between) > 1
  const events = sent.events.map(({ name, timestamp, attributes, ...more }) => ({
    name,
    at: timestamp === undefined ? end : msOf(timestamp),
    attributes: { ...more, ...attributes },
  }))
  const error = sent.status === 'error' ? errorOf(sent.attributes, events) : undefined
  return {
    traceId: sent.traceId,
    spanId: sent.spanId,
    operation: operationName,
    service: sent.service ?? service,
    ...(parentSpanId && { parentSpanId }),
    start,
    end: Math.max(start, end),
    duration: isContradicted ? between : (sentDuration ?? between),
    status: sent.status,
    ...(error !== undefined && { error }),
    attributes: isContradicted ? { ...sent.attributes, 'signet.duration_sent': sentDuration } : sent.attributes,
    events,
    ...(sampleRate !== undefined && { sampleRate }),
  }
}

const textIn = (from: Readonly<Record<string, unknown>> | undefined, name: string): string | undefined => {
  const value = from?.[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

const logOf = ({ timestamp, error, metadata, ...sent }: IngestRecord<'logs'>): LogRecord => {
  const traceId = textIn(sent.context, 'traceId') ?? textIn(metadata, 'traceId')
  const spanId = textIn(sent.context, 'spanId') ?? textIn(metadata, 'spanId')
  return {
    at: msOf(timestamp),
    ...sent,
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
