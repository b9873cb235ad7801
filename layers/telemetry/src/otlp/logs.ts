import type { LogRecord } from '../records.ts'
import type { LogsRequest, OtlpLog, OtlpScope } from './messages.ts'
import { attributesOf, msOfNanos, valueOfAny } from './values.ts'
import { type Worker, withContext, workerOf } from './worker.ts'

/** Levels of OTLP's severity numbers, four per level. OTLP's TRACE counts as debug. */
const LEVELS: readonly LogRecord['level'][] = ['debug', 'debug', 'info', 'warn', 'error', 'fatal']

const levelOf = (severity: number): LogRecord['level'] =>
  severity === 0 ? 'info' : (LEVELS[Math.floor((severity - 1) / 4)] ?? 'fatal')

const errorOf = (attributes: LogRecord['context']): unknown => {
  const { 'exception.type': name, 'exception.message': message, 'exception.stacktrace': stack } = attributes
  if (name === undefined && message === undefined) return undefined
  return {
    ...(name !== undefined && { name }),
    ...(message !== undefined && { message }),
    ...(stack !== undefined && { stack }),
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

export interface ServiceLog {
  readonly service: string
  readonly log: LogRecord
}

const logOf = (worker: Worker, scope: OtlpScope, log: OtlpLog): ServiceLog => {
  const attributes = attributesOf(log.attributes)
  const body = valueOfAny(log.body)
  const error = errorOf(attributes)
  const otel = { 'otel.severity_text': log.severityText, 'otel.event_name': log.eventName }
  return {
    service: worker.service,
    log: {
      at: msOfNanos(log.timeUnixNano || log.observedTimeUnixNano),
      level: levelOf(log.severityNumber),
      message: body === null ? log.eventName : textOf(body),
      context: withContext(worker, scope, attributes, otel),
      ...(error !== undefined && { error }),
      ...(log.traceId && { traceId: log.traceId }),
      ...(log.spanId && { spanId: log.spanId }),
    },
  }
}

export const logsOf = (request: LogsRequest): readonly ServiceLog[] =>
  request.resourceLogs.flatMap(({ resource, scopeLogs }) => {
    const worker = workerOf(resource)
    return scopeLogs.flatMap(({ scope, logRecords }) => logRecords.map((log) => logOf(worker, scope, log)))
  })
