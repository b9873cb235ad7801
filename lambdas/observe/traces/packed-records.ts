import { Buffer } from 'node:buffer'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { LogRecord, SpanRecord } from '@signet/telemetry'

export interface TraceRecords {
  readonly spans: readonly SpanRecord[]
  readonly logs: readonly LogRecord[]
}

export interface PackedRecords {
  readonly gz: Uint8Array
  readonly traces: readonly string[]
}

/** Maximum compressed bytes per row. A row can have 400 KB, including its trace ids. */
const PART_BYTES = 250_000
const PART_TRACES = 1_000

const halves = <T>(list: readonly T[]): readonly [readonly T[], readonly T[]] => {
  const firstHalfLength = Math.ceil(list.length / 2)
  return [list.slice(0, firstHalfLength), list.slice(firstHalfLength)]
}

const traceIdsOf = ({ spans, logs }: TraceRecords): readonly string[] => [
  ...new Set([...spans, ...logs].flatMap(({ traceId }) => traceId ?? [])),
]

/**
 * Compresses records into as many parts as needed to fit into rows. A record that fits into no row was rejected
 * earlier.
 */
export const packRecords = (records: TraceRecords): readonly PackedRecords[] => {
  const { spans, logs } = records
  const traceIds = traceIdsOf(records)
  const gz = gzipSync(JSON.stringify({ spans, logs }))
  if ((gz.length <= PART_BYTES && traceIds.length <= PART_TRACES) || spans.length + logs.length < 2)
    return [{ gz, traces: traceIds }]
  const [firstSpans, moreSpans] = halves(spans)
  const [firstLogs, moreLogs] = halves(logs)
  return [
    ...packRecords({ spans: firstSpans, logs: firstLogs }),
    ...(moreSpans.length + moreLogs.length > 0 ? packRecords({ spans: moreSpans, logs: moreLogs }) : []),
  ]
}

export const unpackRecords = (gz: Uint8Array): TraceRecords =>
  JSON.parse(gunzipSync(Buffer.from(gz)).toString('utf8')) as TraceRecords
