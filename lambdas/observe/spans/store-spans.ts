import { sha256Hex } from '@signet/receipts/digest'
import type { SpanRecord } from '@signet/telemetry'
import { INTERNAL_TENANT } from '../contract/internal-workers.ts'
import { ingestTraceRecords, type TraceIngestDeps } from '../ingest/ingest.ts'
import type { ObjectTraceTable } from '../traces/object-trace-table.ts'
import { spanOfLine } from './span-line.ts'

/** Hexadecimal digits that a number represents exactly. W3C Trace Context 2 puts the random part of an id at its end. */
const DIGITS = 13

/** Decides if a trace is in the sample. All spans of a trace have the same result, in every function. */
const isSampled = (traceId: string, rate: number): boolean =>
  Number.parseInt(traceId.slice(-DIGITS), 16) / 16 ** DIGITS < rate

/**
 * Returns the spans to store. In the sample, each span counts as 1 / rate, except failures, which are all stored.
 * Outside the sample, only failures are stored: each counts once and becomes a root, because its parent is not stored.
 */
export const sampledSpans = (spans: readonly SpanRecord[], rate: number): readonly SpanRecord[] =>
  spans.flatMap((span): readonly SpanRecord[] => {
    const isFailed = span.status === 'error'
    if (isSampled(span.traceId, rate)) return [isFailed || rate === 1 ? span : { ...span, sampleRate: rate }]
    if (!isFailed) return []
    const { parentSpanId, ...withoutParent } = span
    if (parentSpanId === undefined) return [span]
    return [{ ...withoutParent, attributes: { ...span.attributes, 'signet.parent': parentSpanId } }]
  })

interface Line {
  readonly id: string
  readonly message: string
}

export interface StoreSpansDeps extends TraceIngestDeps {
  readonly objectTraces: Pick<ObjectTraceTable, 'put'>
  /** Share of traces to store, above 0 and up to 1. */
  readonly rate: number
  readonly collect?: ((spans: readonly SpanRecord[]) => Promise<void>) | undefined
}

/**
 * Stores the spans of a delivery under internal worker names. A delivery is retried until this succeeds; a retry
 * repeats the same writes.
 */
export const storeSpans = (deps: StoreSpansDeps) => {
  const ingestSpans = ingestTraceRecords(deps)
  return async (lines: readonly Line[]): Promise<void> => {
    const spans = sampledSpans(
      lines.flatMap(({ message }) => spanOfLine(message) ?? []),
      deps.rate,
    )
    if (spans.length === 0) return
    // The first and the last line of a delivery are the same in every retry.
    const request = sha256Hex(`${lines.length} ${lines[0]?.id} ${lines.at(-1)?.id}`)
    for (const [service, serviceSpans] of Map.groupBy(spans, (span) => span.service)) {
      const telemetry = { service, spans: serviceSpans, logs: [], metrics: [], alerts: [] }
      const bytes = Buffer.byteLength(JSON.stringify(serviceSpans))
      const ingestRequest = {
        tenant: INTERNAL_TENANT,
        org: INTERNAL_TENANT,
        request: sha256Hex(`${service} ${request}`),
        bytes,
        telemetry,
      }
      const refusal = await ingestSpans(ingestRequest)
      if (refusal) throw new Error(`Spans of ${service} were refused: ${refusal.code}`)
    }
    await deps.objectTraces.put(spans)
    await deps.collect?.(spans)
  }
}
