import { sha256Hex } from '@signet/receipts/digest'
import type { SpanRecord } from '@signet/telemetry'
import { INTERNAL_TENANT } from '../contract/internal-workers.ts'
import { ingestPieces, type PieceDeps } from '../ingest/ingest.ts'
import type { FoundTable } from '../traces/found-table.ts'
import { spanOfLine } from './span-line.ts'

/** Digits that fit into a number exactly. W3C Trace Context 2 has the random part of an id at its end. */
const DIGITS = 13

/** Whether a trace is in the sample: the same for each of its spans, whichever function they are of. */
const isSampled = (traceId: string, rate: number): boolean =>
  Number.parseInt(traceId.slice(-DIGITS), 16) / 16 ** DIGITS < rate

/**
 * The spans that are kept. Of a trace outside the sample these are the failures: each stands alone, as the spans around it are
 * not there, and counts once. In the sample each span counts as 1 / rate, but for failures, of which all are kept.
 */
export const sampled = (spans: readonly SpanRecord[], rate: number): readonly SpanRecord[] =>
  spans.flatMap((span): readonly SpanRecord[] => {
    const isFailed = span.status === 'error'
    if (isSampled(span.traceId, rate)) return [isFailed || rate === 1 ? span : { ...span, sampleRate: rate }]
    if (!isFailed) return []
    const { parentSpanId, ...alone } = span
    if (parentSpanId === undefined) return [span]
    return [{ ...alone, attributes: { ...span.attributes, 'signet.parent': parentSpanId } }]
  })

interface Line {
  readonly id: string
  readonly message: string
}

export interface KeepDeps extends PieceDeps {
  readonly found: Pick<FoundTable, 'put'>
  /** The share of traces that is kept, above 0 and up to 1. */
  readonly rate: number
  readonly collect?: ((spans: readonly SpanRecord[]) => Promise<void>) | undefined
}

/**
 * Keeps the spans of a delivery as those of any worker are, under names that only we write. A delivery comes again until this
 * returns; what it wrote before is then written as it was.
 */
export const keepSpans = (deps: KeepDeps) => {
  const take = ingestPieces(deps)
  return async (lines: readonly Line[]): Promise<void> => {
    const spans = sampled(
      lines.flatMap(({ message }) => spanOfLine(message) ?? []),
      deps.rate,
    )
    if (spans.length === 0) return
    // The first and the last line of a delivery are always the same.
    const request = sha256Hex(`${lines.length} ${lines[0]?.id} ${lines.at(-1)?.id}`)
    for (const [service, ofService] of Map.groupBy(spans, (span) => span.service)) {
      const telemetry = { service, spans: ofService, logs: [], metrics: [], alerts: [] }
      const bytes = Buffer.byteLength(JSON.stringify(ofService))
      const sending = {
        tenant: INTERNAL_TENANT,
        org: INTERNAL_TENANT,
        request: sha256Hex(`${service} ${request}`),
        bytes,
        telemetry,
      }
      const refused = await take(sending)
      if (refused) throw new Error(`Spans of ${service} were refused: ${refused.code}`)
    }
    await deps.found.put(spans)
    await deps.collect?.(spans)
  }
}
