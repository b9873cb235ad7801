import { sha256Hex } from '@signet/receipts/digest'
import type { SpanRecord } from '@signet/telemetry'
import { INTERNAL_TENANT } from '../contract/internal-workers.ts'
import { ingestPieces, type PieceDeps } from '../ingest/ingest.ts'
import type { FoundTable } from '../traces/found-table.ts'
import { sampled } from './sampled.ts'
import { spanOfLine } from './span-line.ts'

/** A line of a function, by the id that it keeps in every delivery. */
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
