import type { LogRecord, SpanRecord } from '@signet/telemetry'
import type { Span, Trace, TraceLog } from '../contract/queries.ts'
import { preciseIsoOf, usOf } from '../counters/units.ts'
import { FULL_RETENTION, type Reader, type WindowDeps, windows } from '../workers/windows.ts'
import type { TraceEntry } from './entry.ts'
import { unpackRecords } from './packed-records.ts'
import type { TracePart } from './part-table.ts'
import type { Blob, PieceTable } from './piece-table.ts'
import { traceView } from './trace-view.ts'

export interface DetailDeps extends WindowDeps {
  readonly pieces: Pick<PieceTable, 'parts' | 'ofPart'>
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

const rootless = (
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

interface TracePieces extends Pick<Blob, 'request' | 'part'> {
  readonly spans: readonly SpanRecord[]
  readonly logs: readonly NumberedLog[]
}

const piecesIn = ({ gz, request, part }: Blob, trace: string): TracePieces & { readonly size: number } => {
  const all = unpackRecords(gz)
  const spans = all.spans.filter(({ traceId }) => traceId === trace)
  const logs = all.logs
    .map((log, i) => ({ ...log, id: `${request.slice(0, 16)}-${part}-${i}` }))
    .filter(({ traceId }) => traceId === trace)
  return { request, part, spans, logs, size: JSON.stringify([spans, logs]).length }
}

const AT_ONCE = 8

const sentIn = async ({ pieces }: DetailDeps, tenant: string, trace: string, parts: readonly TracePart[]) => {
  const sentPieces: TracePieces[] = []
  let bytes = 0
  for (let at = 0; at < parts.length; at += AT_ONCE) {
    const blobs = await Promise.all(parts.slice(at, at + AT_ONCE).map((part) => pieces.ofPart(tenant, part)))
    for (const blob of blobs.flat()) {
      const { size, ...records } = piecesIn(blob, trace)
      if (records.spans.length + records.logs.length === 0) continue
      if (sentPieces.length > 0 && bytes + size > BYTES_MAX) return { sent: sentPieces, isCut: true }
      sentPieces.push(records)
      bytes += size
    }
  }
  return { sent: sentPieces, isCut: false }
}

/** Spans by id: a repeated span replaces the earlier one. */
const recordsIn = (sent: readonly TracePieces[]) => {
  const spans = new Map(sent.flatMap((each) => each.spans.map((span) => [span.spanId, span] as const)))
  const logs = sent.flatMap((each) => each.logs)
  return {
    spans: [...spans.values()].toSorted((one, other) => one.start - other.start),
    logs: logs.toSorted((one, other) => one.at - other.at),
  }
}

export const traceDetail = (deps: DetailDeps) => {
  const visibleWindows = windows(deps)
  return async (reader: Reader, id: string): Promise<TraceView | undefined> => {
    const [open, parts] = await Promise.all([
      visibleWindows(reader, { range: FULL_RETENTION }),
      deps.pieces.parts(reader.tenant, id),
    ])
    const floors = new Map(open.map(({ worker, from }) => [worker, from]))
    const isShown = (worker: string, at: number) => at >= (floors.get(worker) ?? Number.POSITIVE_INFINITY)
    const entry = parts.find(({ root }) => root !== undefined)?.root?.entry
    if (entry && !isShown(entry.worker, entry.start)) return undefined
    const visible = parts.filter(({ worker, latest }) => isShown(worker, latest)).toReversed()
    const { sent, isCut } = await sentIn(deps, reader.tenant, id, visible)
    const { spans, logs } = recordsIn(sent)
    const [first] = visible
    if (!first || sent.length === 0) return undefined
    const root = entry ?? rootless(id, first.worker, spans, logs)
    return {
      trace: {
        ...traceView(root),
        span_count: spans.length,
        services: [...new Set(spans.map(({ service }) => service))].toSorted(),
        has_error: spans.some(({ status }) => status === 'error'),
        truncated: isCut || spans.length > RECORDS_MAX || logs.length > RECORDS_MAX,
      },
      spans: spans.slice(0, RECORDS_MAX).map(spanView),
      logs: logs.slice(0, RECORDS_MAX).map(logView),
    }
  }
}
