import type { LogRecord, SpanRecord } from '@signet/telemetry'
import type { Span, Trace, TraceLog } from '../contract/queries.ts'
import { preciseIsoOf, usOf } from '../counters/units.ts'
import { FULL_RETENTION, type TelemetryOwner, type WindowDeps, windowReader } from '../workers/windows.ts'
import type { TraceEntry } from './entry.ts'
import { unpackRecords } from './packed-records.ts'
import type { Blob, TraceRecordTable } from './trace-record-table.ts'
import type { TraceReference } from './trace-reference-table.ts'
import { traceView } from './trace-view.ts'

export interface DetailDeps extends WindowDeps {
  readonly traceRecords: Pick<TraceRecordTable, 'referencesOf' | 'blobsOf'>
}

/** Maximum bytes and records of a trace in a response, which is limited to six megabytes. */
const BYTES_MAX = 4_000_000
const RECORDS_MAX = 5_000

export interface TraceView {
  readonly trace: Trace & { span_count: number; services: string[]; has_error: boolean; truncated: boolean }
  readonly spans: Span[]
  readonly logs: TraceLog[]
}

const spanView = ({ traceId, spanId, parentSpanId, start, end, events, ...span }: SpanRecord): Span => ({
  span_id: spanId,
  trace_id: traceId,
  parent_span_id: parentSpanId ?? null,
  operation: span.operation,
  service: span.service,
  start_time: preciseIsoOf(usOf(start)),
  end_time: preciseIsoOf(usOf(end)),
  duration_ms: span.duration,
  status: span.status,
  attributes: { ...span.attributes },
  events: events.map(({ name, at, attributes }) => ({
    name,
    time: preciseIsoOf(usOf(at)),
    attributes: { ...attributes },
  })),
})

interface NumberedLog extends LogRecord {
  readonly id: string
}

const logView = ({ id, level, message, at, error, spanId, context, metadata }: NumberedLog): TraceLog => ({
  id,
  level,
  message,
  ts: preciseIsoOf(usOf(at)),
  error: error ?? null,
  span_id: spanId ?? null,
  context: { ...context },
  metadata: { ...metadata },
})

/** Describes a trace by its received records, because its root span is missing. */
const entryWithoutRoot = (
  trace: string,
  worker: string,
  spans: readonly SpanRecord[],
  logs: readonly LogRecord[],
): TraceEntry => {
  const starts = [...spans.map(({ start }) => start), ...logs.map(({ at }) => at)]
  const ends = [...spans.map(({ end }) => end), ...logs.map(({ at }) => at)]
  const start = Math.min(...starts)
  const end = Math.max(...ends)
  const failed = spans.find(({ status }) => status === 'error')
  return {
    trace,
    worker,
    status: failed ? 'error' : 'ok',
    start: usOf(start),
    end: usOf(end),
    duration: Math.max(0, end - start),
    error: failed?.error ?? null,
    sampleRate: 1,
  }
}

interface TraceRecordsOfBlob extends Pick<Blob, 'request' | 'part'> {
  readonly spans: readonly SpanRecord[]
  readonly logs: readonly NumberedLog[]
}

const recordsOfTrace = ({ gz, request, part }: Blob, trace: string): TraceRecordsOfBlob & { readonly size: number } => {
  const records = unpackRecords(gz)
  const spans = records.spans.filter(({ traceId }) => traceId === trace)
  const logs = records.logs
    .map((log, i) => ({ ...log, id: `${request.slice(0, 16)}-${part}-${i}` }))
    .filter(({ traceId }) => traceId === trace)
  return { request, part, spans, logs, size: JSON.stringify([spans, logs]).length }
}

const BLOBS_AT_ONCE = 8

const readRecords = async (
  { traceRecords }: DetailDeps,
  tenant: string,
  trace: string,
  references: readonly TraceReference[],
) => {
  const recordsByBlob: TraceRecordsOfBlob[] = []
  let bytes = 0
  for (let start = 0; start < references.length; start += BLOBS_AT_ONCE) {
    const blobs = await Promise.all(
      references.slice(start, start + BLOBS_AT_ONCE).map((reference) => traceRecords.blobsOf(tenant, reference)),
    )
    for (const blob of blobs.flat()) {
      const { size, ...records } = recordsOfTrace(blob, trace)
      if (records.spans.length + records.logs.length === 0) continue
      if (recordsByBlob.length > 0 && bytes + size > BYTES_MAX) return { recordsByBlob, isTruncated: true }
      recordsByBlob.push(records)
      bytes += size
    }
  }
  return { recordsByBlob, isTruncated: false }
}

/** Merges records, earliest request first. A repeated span replaces the earlier one. */
const mergeRecords = (recordsByBlob: readonly TraceRecordsOfBlob[]) => {
  const spans = new Map(recordsByBlob.flatMap((each) => each.spans.map((span) => [span.spanId, span] as const)))
  const logs = recordsByBlob.flatMap((each) => each.logs)
  return {
    spans: [...spans.values()].toSorted((one, other) => one.start - other.start),
    logs: logs.toSorted((one, other) => one.at - other.at),
  }
}

export const traceReader = (deps: DetailDeps) => {
  const readWindows = windowReader(deps)
  return async (owner: TelemetryOwner, id: string): Promise<TraceView | undefined> => {
    const [windows, references] = await Promise.all([
      readWindows(owner, { range: FULL_RETENTION }),
      deps.traceRecords.referencesOf(owner.tenant, id),
    ])
    const firstVisibleTimes = new Map(windows.map(({ worker, from }) => [worker, from]))
    const isVisible = (worker: string, at: number) => at >= (firstVisibleTimes.get(worker) ?? Number.POSITIVE_INFINITY)
    const entry = references.find(({ root }) => root !== undefined)?.root?.entry
    if (entry && !isVisible(entry.worker, entry.start)) return undefined
    const visibleReferences = references.filter(({ worker, latest }) => isVisible(worker, latest)).toReversed()
    const { recordsByBlob, isTruncated } = await readRecords(deps, owner.tenant, id, visibleReferences)
    const { spans, logs } = mergeRecords(recordsByBlob)
    const [earliest] = visibleReferences
    if (!earliest || recordsByBlob.length === 0) return undefined
    const root = entry ?? entryWithoutRoot(id, earliest.worker, spans, logs)
    return {
      trace: {
        ...traceView(root),
        span_count: spans.length,
        services: [...new Set(spans.map(({ service }) => service))].toSorted(),
        has_error: spans.some(({ status }) => status === 'error'),
        truncated: isTruncated || spans.length > RECORDS_MAX || logs.length > RECORDS_MAX,
      },
      spans: spans.slice(0, RECORDS_MAX).map(spanView),
      logs: logs.slice(0, RECORDS_MAX).map(logView),
    }
  }
}
