import type { SpanRecord } from '@signet/telemetry'
import * as z from 'zod'
import { usOf } from '../counters/units.ts'

/** A trace as described by its root span. Times are microseconds since 1970. */
export interface TraceEntry {
  readonly trace: string
  readonly worker: string
  readonly status: 'ok' | 'error'
  readonly start: number
  readonly end: number
  /** Milliseconds. */
  readonly duration: number
  readonly error: string | null
  readonly sampleRate: number
}

export type EntryKey = Pick<TraceEntry, 'trace' | 'worker' | 'status'>

const ERROR_MAX = 1_000

export const entryOf = (worker: string, root: SpanRecord): TraceEntry => ({
  trace: root.traceId,
  worker,
  status: root.status,
  start: usOf(root.start),
  end: usOf(root.end),
  duration: root.duration,
  sampleRate: root.sampleRate ?? 1,
  error: root.error === undefined ? null : root.error.slice(0, ERROR_MAX).toWellFormed(),
})

/** Start, end, duration, sample rate and error. An array without field names, because rows are billed by size. */
const State = z.tuple([z.number(), z.number(), z.number(), z.number(), z.string().nullable()])

export const stateOf = ({ start, end, duration, sampleRate, error }: TraceEntry): string =>
  JSON.stringify([start, end, duration, sampleRate, error] satisfies z.input<typeof State>)

export const entryIn = (key: EntryKey, state: unknown): TraceEntry => {
  const [start, end, duration, sampleRate, error] = State.parse(JSON.parse(String(state)))
  return { ...key, start, end, duration, sampleRate, error }
}

export const newestFirst = (one: TraceEntry, other: TraceEntry): number =>
  other.start - one.start || (one.trace < other.trace ? -1 : 1)

/** Returns one root per trace. If a trace has several roots, the last one counts. */
export const lastRoots = (roots: readonly TraceEntry[]): readonly TraceEntry[] => [
  ...new Map(roots.map((root) => [root.trace, root])).values(),
]
