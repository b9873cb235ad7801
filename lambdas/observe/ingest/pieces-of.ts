import type { LogRecord, SpanRecord, Telemetry } from '@signet/telemetry'

/** Trace ids that can be part of a row key. Logs with any other trace id belong to no trace. */
const TRACE_ID = /^[A-Za-z0-9._-]{1,128}$/

export const piecesOf = ({ spans, logs }: Pick<Telemetry, 'spans' | 'logs'>) => {
  const byTrace = new Map<string, { spans: SpanRecord[]; logs: LogRecord[] }>()
  const of = (trace: string) => {
    const pieces = byTrace.get(trace) ?? { spans: [], logs: [] }
    byTrace.set(trace, pieces)
    return pieces
  }
  const looseLogs: LogRecord[] = []
  for (const span of spans) of(span.traceId).spans.push(span)
  for (const log of logs) {
    if (log.traceId !== undefined && TRACE_ID.test(log.traceId)) of(log.traceId).logs.push(log)
    else looseLogs.push(log)
  }
  return { byTrace, others: looseLogs }
}

export const eventsIn = ({ spans, logs, metrics, alerts }: Telemetry): number =>
  spans.length + logs.length + metrics.length + alerts.length
