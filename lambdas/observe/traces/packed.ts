import { Buffer } from 'node:buffer'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { LogRecord, SpanRecord } from '@signet/telemetry'

/** What one request tells of a trace, or of none. */
export interface Pieces {
  readonly spans: readonly SpanRecord[]
  readonly logs: readonly LogRecord[]
}

/** Bytes of a row, which may have 400 KB in all. */
const PART_BYTES = 250_000

const halves = <T>(list: readonly T[]): readonly [readonly T[], readonly T[]] => {
  const middle = Math.ceil(list.length / 2)
  return [list.slice(0, middle), list.slice(middle)]
}

/** Compressed, in as many parts as fit into rows. A record that fits into none was refused before. */
export const packed = ({ spans, logs }: Pieces): readonly Uint8Array[] => {
  const bytes = gzipSync(JSON.stringify({ spans, logs }))
  if (bytes.length <= PART_BYTES || spans.length + logs.length < 2) return [bytes]
  const [[firstSpans, moreSpans], [firstLogs, moreLogs]] = [halves(spans), halves(logs)]
  return [
    ...packed({ spans: firstSpans, logs: firstLogs }),
    ...(moreSpans.length + moreLogs.length > 0 ? packed({ spans: moreSpans, logs: moreLogs }) : []),
  ]
}

/** What `packed` has made of them, and how many bytes they are. */
export const unpacked = (bytes: Uint8Array): Pieces & { readonly size: number } => {
  const text = gunzipSync(Buffer.from(bytes))
  return { ...(JSON.parse(text.toString('utf8')) as Pieces), size: text.length }
}
