import type { LogRecord, SpanRecord, Telemetry } from '@signet/telemetry'

/** Trace ids that can be part of a row key. Logs with any other trace id belong to no trace. */
const TRACE_ID = /^[A-Za-z0-9._-]{1,128}$/

export const recordsByTrace = ({ spans, logs }: Pick<Telemetry, 'spans' | 'logs'>) => {
  const byTrace = new Map<string, { spans: SpanRecord[]; logs: LogRecord[] }>()
  const recordsOf = (trace: string) => {
    const records = byTrace.get(trace) ?? { spans: [], logs: [] }
    byTrace.set(trace, records)
    return records
  }
  const looseLogs: LogRecord[] = []
  for (const span of spans) recordsOf(span.traceId).spans.push(span)
  for (const log of logs) {
    if (log.traceId !== undefined && TRACE_ID.test(log.traceId)) recordsOf(log.traceId).logs.push(log)
    else looseLogs.push(log)
  }
  return { byTrace, looseLogs }
}

export const eventsIn = ({ spans, logs, metrics, alerts }: Telemetry): number =>
  spans.length + logs.length + metrics.length + alerts.length
