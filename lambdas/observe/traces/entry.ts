import type { SpanRecord } from '@signet/telemetry'
import * as z from 'zod'
import { usOf } from '../counters/slots.ts'

/** A trace, as its root tells of it. Times are microseconds since 1970. */
const TraceEntry = z.object({
  trace: z.string(),
  worker: z.string(),
  status: z.enum(['ok', 'error']),
  start: z.number(),
  end: z.number(),
  /** Milliseconds. */
  duration: z.number(),
  error: z.string().nullable(),
  sampleRate: z.number(),
})
export type TraceEntry = z.output<typeof TraceEntry>

/** Characters of why a trace failed. */
const ERROR_MAX = 1_000

/** Its members are in the order of the schema, so that the same trace has one text. */
export const entryOf = (worker: string, root: SpanRecord): TraceEntry =>
  TraceEntry.parse({
    ...{ trace: root.traceId, worker, status: root.status, start: usOf(root.start), end: usOf(root.end) },
    ...{ duration: root.duration, sampleRate: root.sampleRate ?? 1 },
    error: root.error === undefined ? null : root.error.slice(0, ERROR_MAX).toWellFormed(),
  })

/** From the text that a row keeps. */
export const entryIn = (state: unknown): TraceEntry => TraceEntry.parse(JSON.parse(String(state)))

export const isSame = (one: TraceEntry, other: TraceEntry | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
